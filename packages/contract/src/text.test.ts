import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { HostName, isLine, Line, Lines, meaningOfPattern } from './text.ts'

const line = Line({ maxLength: 100 })
const lines = Lines({ maxLength: 100 })
const hostName = HostName({})

test('a line allows any text without control characters; lines also allow tabs and line breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const hasControls = /\p{Cc}/u.test(text)
      expect([Value.Check(line, text), isLine(text)]).toEqual([!hasControls, !hasControls])
      expect(Value.Check(lines, text)).toBe(!/\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, '')))
    }),
  )
})

test.each(['a', 'siem.example.org', 'SIEM-1.example.org', '192.0.2.7', `${'a'.repeat(63)}.example`])(
  'accepts %s as a host name',
  (text) => expect(Value.Check(hostName, text)).toBe(true),
)

test.each([
  '',
  '*',
  '*.example.org',
  'a..b',
  '.a',
  'a.',
  '-a',
  'a-',
  'a_b',
  'a b',
  'a\nb',
  'a\u0000',
  '::1',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}a`,
])('rejects %j as a host name', (text) => expect(Value.Check(hostName, text)).toBe(false))

test('describes each pattern in words', () => {
  for (const { pattern } of [line, lines, hostName] as { pattern?: string }[]) {
    expect(meaningOfPattern(pattern ?? '')).toMatch(/^must /)
  }
  expect(meaningOfPattern('^x$')).toBeUndefined()
})
