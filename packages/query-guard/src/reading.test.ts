import { expect, test } from 'vitest'
import { exampleFields } from './fixtures/fields.ts'
import { guardSearch } from './guard-search.ts'

const guard = (body: object) =>
  guardSearch(new TextEncoder().encode(JSON.stringify(body)), { fields: exampleFields, kind: 'search' })

test('several refusals come at once, and the gravest gives the kind', () => {
  expect(guard({ size: 10_001, profile: true, qurey: {}, query: { regexp: {} } })).toEqual({
    ok: false,
    kind: 'malformed',
    refusals: [expect.objectContaining({ pointer: '#/profile' }), expect.objectContaining({ pointer: '#/qurey' })],
  })
  expect(guard({ size: 10_001, query: { regexp: {} } })).toMatchObject({
    kind: 'not-allowed',
    refusals: [{ pointer: '#/size' }, { pointer: '#/query/regexp' }],
  })
})

test('a long list of mistakes is cut short', () => {
  const must = Array.from({ length: 5_000 }, () => ({ mach: {} }))
  const result = guard({ query: { bool: { must } } })
  expect(result.ok ? [] : result.refusals).toHaveLength(20)
})
