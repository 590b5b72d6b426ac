import { expect, test } from 'vitest'
import { at, pointer } from './pointer.ts'

test.each([
  ['the body itself', [], '#'],
  ['keys and places', ['query', 'bool', 'must', 0], '#/query/bool/must/0'],
  ['slash and tilde', ['a/b', 'c~d'], '#/a~1b/c~0d'],
  ['what a fragment cannot hold', ['a b', 'c"d', '#', '%', 'é'], '#/a%20b/c%22d/%23/%25/%C3%A9'],
  ['half a surrogate pair', ['\ud800'], '#/%EF%BF%BD'],
  ['an empty key', [''], '#/'],
])('%s', (_what, keys, expected) => {
  expect(pointer(keys.reduce<ReturnType<typeof at> | undefined>(at, undefined))).toBe(expected)
})
