import { expect, test } from 'vitest'
import { guarded } from './fixtures/guarded.ts'

test('returns several refusals at once, with the most serious kind', () => {
  expect(guarded({ size: 10_001, profile: true, qurey: {}, query: { regexp: {} } })).toEqual({
    ok: false,
    kind: 'malformed',
    refusals: [expect.objectContaining({ pointer: '#/profile' }), expect.objectContaining({ pointer: '#/qurey' })],
  })
  expect(guarded({ size: 10_001, query: { regexp: {} } })).toMatchObject({
    kind: 'not-allowed',
    refusals: [{ pointer: '#/query/regexp' }, { pointer: '#/size' }],
  })
})

test('truncates a long list of refusals', () => {
  const must = Array.from({ length: 5_000 }, () => ({ mach: {} }))
  const result = guarded({ query: { bool: { must } } })
  expect(result.ok ? [] : result.refusals).toHaveLength(20)
})
