import { expect, test } from 'vitest'
import { documentOf, flatFields, valueAt, wordAt } from './document.ts'

test('finds values in nested objects and under dotted names', () => {
  expect(valueAt({ alert: { signature: 'x' } }, 'alert.signature')).toBe('x')
  expect(valueAt({ 'alert.signature': 'y' }, 'alert.signature')).toBe('y')
  expect(valueAt({ alert: 'a text' }, 'alert.signature')).toBeUndefined()
})

test('returns the text of a word, a number or the first list entry', () => {
  expect(wordAt({ a: ['first', 'second'] }, 'a')).toBe('first')
  expect(wordAt({ a: { b: 1 } }, 'a')).toBeUndefined()
  expect(wordAt({ a: '' }, 'a')).toBeUndefined()
  expect(wordAt({ a: 0 }, 'a')).toBe('0')
})

test('lists every value with its full name', () => {
  expect(flatFields({ b: { c: 1, d: ['x', 'y'] }, a: [{ e: 1 }], n: null })).toEqual([
    { name: 'a', value: '[{"e":1}]', isPlain: false },
    { name: 'b.c', value: '1', isPlain: true },
    { name: 'b.d', value: 'x, y', isPlain: false },
    { name: 'n', value: 'null', isPlain: false },
  ])
})

test('treats a value that is not an object as an empty document', () => {
  for (const value of [null, 7, 'text', [1]]) expect(documentOf(value)).toEqual({})
})
