import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { scanJson } from './scan.ts'

const scan = (text: string) => scanJson(new TextEncoder().encode(text))
const passes = { ok: true, wideNumbers: false }

describe('accepts', () => {
  test.each([
    ['nothing at all', ''],
    ['an ordinary body', '{"query":{"term":{"a":[1,true,null,"x"]}},"size":0}'],
    ['the same key in two objects', '{"a":{"x":1},"b":{"x":1}}'],
    ['the same word as key and value', '{"a":"a","b":"a"}'],
    ['brackets, colons and quotes inside strings', '{"a":"[[[{{{,:\\"","b":"\\\\"}'],
    ['exactly as deep as allowed', '['.repeat(LIMITS.jsonDepth)],
    ['a string exactly as long as allowed', JSON.stringify('x'.repeat(LIMITS.stringBytes))],
    ['a key exactly as long as allowed', JSON.stringify({ ['x'.repeat(LIMITS.keyLength)]: 1 })],
    ['a key whose escapes take more bytes than allowed', `{"${'\\u0061'.repeat(LIMITS.keyLength)}":1}`],
    ['broken syntax, which is the parser to judge', '}]{"a" "b" 1 2,,"c\\'],
    ['a key with a broken escape', '{"\\x":1}'],
  ])('%s', (_what, text) => expect(scan(text)).toEqual(passes))
})

describe('numbers', () => {
  test.each([
    ['9007199254740991', false],
    ['9007199254740993', true],
    ['-9223372036854775808', true],
    ['18446744073709551615', true],
    ['1e19', true],
    ['1e5', false],
    ['0.12345678901234567890', false],
  ])('%s', (number, wideNumbers) => expect(scan(`[${number}]`)).toEqual({ ok: true, wideNumbers }))

  test.each(['1e400', '-1E400', '99999999999999999999', `1${'0'.repeat(1_000)}`])('%s is too large', (number) => {
    expect(scan(`{"a":[0,${number}]}`)).toMatchObject({ kind: 'malformed', refusals: [{ pointer: '#/a/1' }] })
  })
})

test('rejects a million levels without a deep stack', () => {
  const bytes = new TextEncoder().encode('{"a":['.repeat(500_000))
  expect(scanJson(bytes)).toMatchObject({ kind: 'too-large', refusals: [{ pointer: '#' }] })
  const withinSize = bytes.subarray(0, LIMITS.bodyBytes)
  expect(scanJson(withinSize)).toMatchObject({
    kind: 'too-large',
    refusals: [{ pointer: `#${'/a/0'.repeat(16)}` }],
  })
})

test('finds a duplicate key in any spelling', () => {
  for (const text of ['{"é":1,"\\u00e9":1}', '{"a":{"b":1,"c":{},"b":2}}', '{"a\\/":1,"a/":1}']) {
    expect(scan(text)).toMatchObject({ kind: 'malformed' })
  }
})

test('a refusal contains the found value and the limit', () => {
  expect(scan(`{"a":{"b":["${'é'.repeat(5_000)}"]}}`)).toEqual({
    ok: false,
    kind: 'too-large',
    refusals: [
      {
        pointer: '#/a/b/0',
        detail: 'A string has 10000 bytes; at most 8192 are allowed.',
        estimate: 10_000,
        budget: 8_192,
      },
    ],
  })
})
