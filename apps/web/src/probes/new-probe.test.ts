import { expect, test } from 'vitest'
import { newProbeOf } from './new-probe.ts'

test('omits empty fields', () => {
  expect(newProbeOf({ fqdn: ' probe-07.example.test ', network: ' ', limit: '', number: '' })).toEqual({
    fqdn: 'probe-07.example.test',
  })
  expect(newProbeOf({ fqdn: 'a', network: '192.0.2.0/24', limit: '500', number: '7' })).toEqual({
    fqdn: 'a',
    source_network: '192.0.2.0/24',
    events_per_second: 500,
    id: 7,
  })
})
