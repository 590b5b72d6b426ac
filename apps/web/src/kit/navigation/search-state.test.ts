import { expect, test } from 'vitest'
import { type SearchFilter, searchedProbeOf } from './search-state.ts'

const is = (value: string, field = 'probe.id'): SearchFilter => ({ operator: 'is', field, value })

test.each<[SearchFilter[], number | undefined]>([
  [[is('7')], 7],
  [[is('7'), is('dns', 'event_type')], 7],
  [[is('7'), is('8')], undefined],
  [[{ ...is('7'), operator: 'not' }], undefined],
  [[is('probe-07.example.test', 'probe.fqdn')], undefined],
  [[is('0')], undefined],
  [[is('7.5')], undefined],
  [[], undefined],
])('filters %j select the single probe %s', (filters, id) => {
  expect(searchedProbeOf({ filters })).toBe(id)
})
