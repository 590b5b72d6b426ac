import { fieldCatalog } from '@watchpost/engine'
import { families } from '@watchpost/model'
import { expect, test } from 'vitest'
import { listFieldsOf } from './field-list.ts'

test('each field is listed once, sorted, with what it can do and where it is', () => {
  const { fields } = listFieldsOf(['network_events', 'malware'], fieldCatalog)
  const names = fields.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
  const abilities = { filter: true, sort: true, aggregate: true, has_keys: false }
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
  expect(fields).toContainEqual(expect.objectContaining({ name: 'payload', filter: false, sort: false }))
})

test('a field has the same type and abilities in every index', () => {
  const kinds = new Map<string, string>()
  for (const family of families) {
    for (const [name, traits] of fieldCatalog(family)) {
      const kind = JSON.stringify(traits)
      expect([name, kinds.get(name) ?? kind]).toEqual([name, kind])
      kinds.set(name, kind)
    }
  }
})
