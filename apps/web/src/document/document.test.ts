import { expect, test } from 'vitest'
import { documentOf, flatFields, valueAt, wordAt } from './document.ts'

test('values are found in nested objects and under dotted names', () => {
  expect(valueAt({ alert: { signature: 'x' } }, 'alert.signature')).toBe('x')
  expect(valueAt({ 'alert.signature': 'y' }, 'alert.signature')).toBe('y')
  expect(valueAt({ alert: 'a text' }, 'alert.signature')).toBeUndefined()
})

test('what is not a word is not taken for one', () => {
  expect(wordAt({ a: ['first', 'second'] }, 'a')).toBe('first')
  expect(wordAt({ a: { b: 1 } }, 'a')).toBeUndefined()
  expect(wordAt({ a: '' }, 'a')).toBeUndefined()
  expect(wordAt({ a: 0 }, 'a')).toBe('0')
})

test('every value has its full name', () => {
  expect(flatFields({ b: { c: 1, d: ['x', 'y'] }, a: [{ e: 1 }], n: null })).toEqual([
    { name: 'a', value: '[{"e":1}]', isPlain: false },
    { name: 'b.c', value: '1', isPlain: true },
    { name: 'b.d', value: 'x, y', isPlain: false },
    { name: 'n', value: 'null', isPlain: false },
  ])
})

test('what is not a document at all is an empty one', () => {
  for (const value of [null, 7, 'text', [1]]) expect(documentOf(value)).toEqual({})
})
