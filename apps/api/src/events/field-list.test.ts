import { fieldCatalog } from '@watchpost/engine'
import { families } from '@watchpost/model'
import { expect, test } from 'vitest'
import { listFieldsOf } from './field-list.ts'

test('lists each field once, sorted, with its capabilities and its indexes', () => {
  const { fields } = listFieldsOf(['network_events', 'malware'], fieldCatalog)
  const names = fields.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
  const abilities = { filter: true, indexed: true, sort: true, aggregate: true, has_keys: false }
  expect(fields).toContainEqual({
    name: '@timestamp',
    type: 'date',
    ...abilities,
    indexes: ['network_events', 'malware'],
  })
  expect(fields).toContainEqual({ name: 'state', type: 'keyword', ...abilities, indexes: ['malware'] })
  expect(fields).toContainEqual(
    expect.objectContaining({ name: 'stats', filter: true, sort: false, aggregate: false, has_keys: true }),
  )
  expect(fields).toContainEqual(
    expect.objectContaining({ name: 'payload', filter: false, indexed: false, sort: false }),
  )
  expect(fields).toContainEqual(
    expect.objectContaining({ name: 'http.status', filter: true, indexed: false, sort: true }),
  )
})

test('lists a time alias that differs between indexes, but not as searchable across them', () => {
  const listed = (...of: (typeof families)[number][]) =>
    listFieldsOf(of, fieldCatalog).fields.find(({ name }) => name === 'timestamp_analyzed')
  expect(listed('network_events')).toMatchObject({ filter: true, indexed: true, sort: true, aggregate: true })
  expect(listed('malware', 'code_analysis')).toMatchObject({ filter: true, indexed: false, sort: true })
  expect(listed('network_events', 'malware')).toMatchObject({
    filter: false,
    sort: false,
    aggregate: false,
    indexes: ['network_events', 'malware'],
  })
})

test('a field has the same type and capabilities in every index', () => {
  const kinds = new Map<string, string>()
  for (const family of families) {
    for (const [name, traits] of fieldCatalog(family)) {
      // It may be an alias of different times, but its capabilities must be the same.
      const { sameAs: _, isColumn: __, ...abilities } = traits
      const kind = JSON.stringify(abilities)
      expect([name, kinds.get(name) ?? kind]).toEqual([name, kind])
      kinds.set(name, kind)
    }
  }
})
