import { expect, test } from 'vitest'
import { weightOf } from './weight.ts'

const field = (type: string) => ({
  name: 'f',
  asked: 'f',
  traits: { type, searchable: true, sortable: true, aggregatable: true },
})

test.each([
  ['keyword', 'one value, however many words', 1],
  ['text', 'three plain words', 3],
  ['text', '', 1],
  ['text', '192.0.2.7', 4],
  ['text', '入侵检测', 5],
  ['text', 'ab入', 2],
  ['wildcard', '/index', 6],
  ['integer', '7', 1],
])('%s %j: %i', (type, value, expected) => expect(weightOf(field(type), value)).toBe(expected))

test('an unknown field weighs one clause', () => {
  expect(weightOf({ name: 'nope', asked: 'nope', traits: undefined }, 'a b c')).toBe(1)
})
