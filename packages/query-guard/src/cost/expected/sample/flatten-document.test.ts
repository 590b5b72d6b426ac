import { expect, test } from 'vitest'
import { flattenDocument } from './flatten-document.ts'

test('names values by full path; lists of objects count as one object with several values', () => {
  const document = { a: { b: 1, c: null }, d: [{ e: 'x' }, { e: ['y', 'z'] }], f: true }
  expect([...flattenDocument(document)]).toEqual([
    ['a.b', [1]],
    ['d.e', ['x', 'y', 'z']],
    ['f', [true]],
  ])
})

test('truncates long texts, deep objects and documents with many values', () => {
  let deep: object = { end: 1 }
  for (let level = 0; level < 1_000; level++) deep = { a: deep }
  const flat = flattenDocument({ text: 'x'.repeat(10_000), deep, many: Array.from({ length: 2_000 }, (_, at) => at) })
  expect(flat.get('text')).toEqual(['x'.repeat(80)])
  expect(flat.get('many')).toHaveLength(499)
  expect(flat.size).toBe(2)
})

test('returns nothing for a value that is not an object', () => {
  for (const source of [undefined, null, 'text', 7, []]) expect(flattenDocument(source).size).toBe(0)
})
