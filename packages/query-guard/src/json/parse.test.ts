import { expect, test } from 'vitest'
import { parseJson } from './parse.ts'
import { rawInteger } from './raw-integer.ts'

const parse = (text: string, wideNumbers = false) =>
  parseJson(new TextEncoder().encode(text), { ok: true, wideNumbers })

test('keeps wide integers exact and other numbers as numbers', () => {
  const text = '{"a":[9007199254740993,-9223372036854775808,1e19,1.5,7]}'
  expect(parse(text, true)).toEqual({
    ok: true,
    value: { a: [9_007_199_254_740_993n, -(2n ** 63n), 1e19, 1.5, 7] },
  })
})

test('writes a wide integer digit by digit', () => {
  expect(JSON.stringify({ a: rawInteger(9_007_199_254_740_993n) })).toBe('{"a":9007199254740993}')
})

test('skips a byte order mark', () => {
  expect(parse('\uFEFF{}')).toEqual({ ok: true, value: {} })
})

test('a syntax error gives its position and quotes nothing of the body', () => {
  const result = parse('{"size":\n "secret" "secret"}')
  expect(result).toMatchObject({ ok: false, kind: 'malformed', refusals: [{ pointer: '#' }] })
  expect(JSON.stringify(result)).toContain('line 2 column 11')
  expect(JSON.stringify(result)).not.toContain('secret')
})

test('rejects bytes that are not UTF-8', () => {
  expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22), { ok: true, wideNumbers: false })).toMatchObject({
    kind: 'malformed',
  })
})
