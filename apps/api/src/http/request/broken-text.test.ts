import { expect, test } from 'vitest'
import { brokenTextAt } from './broken-text.ts'

test.each<[unknown, string | undefined]>([
  [undefined, undefined],
  [null, undefined],
  [{ a: 'whole 😀', b: [1, true, null, { c: 'x' }] }, undefined],
  [Buffer.from('"\\ud800"'), undefined],
  ['\ud800', '#'],
  [{ a: { b: ['x', '\udc00'] } }, '#/a/b/1'],
  [{ 'a/b': '\ud800' }, '#/a~1b'],
  [{ '\ud800': 1 }, '#'],
])('finds the fault of %j at %s', (body, pointer) => {
  expect(brokenTextAt(body)).toBe(pointer)
})

test('checks a deeply nested body without recursion', () => {
  let body: unknown = '\ud800'
  for (let depth = 0; depth < 100_000; depth += 1) body = [body]
  expect(brokenTextAt(body)).toMatch(/^#(\/0){100000}$/)
})
