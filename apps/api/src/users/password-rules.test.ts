import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { createPasswordRules } from './password-rules.ts'

const rules = createPasswordRules({ isCommon: isCommonPassword, contextWords: ['watchpost', 'sentry-01.example.org'] })
const context = { username: 'olga.karlsson@example.org', pointer: '#/password' }
const isTaken = (password: string) => {
  try {
    rules.check(password, context)
    return true
  } catch {
    return false
  }
}

test.each([
  'seven quiet lamps over the harbour',
  'correct horse battery staple',
  'mQm0Hkq3cZxB7vJ2rT9wLa',
  '830177429105563 8826',
  'olga bought nine green kettles',
  'пять тихих ламп над гаванью',
  '灯が七つ静かな港の上で揺れている夜',
  '😀🚲🌧🧦🥁🪁🍋🐌📎🎈🪺🦑🧊🛶🪵',
])('accepts %s', (password) => {
  expect(isTaken(password)).toBe(true)
})

test.each([
  ['fourteen chars', 'x'.repeat(14)],
  ['too long', 'ab cd ef gh '.repeat(30)],
  ['common', '1qaz2wsx3edc4rfv'],
  ['common, in capitals', 'PASSWORDPASSWORD'],
  ['a common one with digits', 'Password123456789'],
  ['a common one with decorations', '!!!Sunshine2026!!!'],
  ['a common one twice', 'sunflowersunflower'],
  ['a repetition', 'abcabcabcabcabcabc'],
  ['one key', 'aaaaaaaaaaaaaaaa'],
  ['digits in order', '1234567890123456'],
  ['keys in order', 'qwertyuiopasdfghjkl'],
  ['keys in order, backwards', 'poiuytrewqlkjhgf'],
  ['one digit with another between', '1212121212121212'],
  ['the product', 'watchpost-watchpost!'],
  ['the host', 'sentry-01.example.org'],
  ['the user', 'olga.karlsson-2026'],
  ['parts of names together', 'KarlssonWatchpost1'],
])('rejects %s', (_why, password) => {
  expect(isTaken(password)).toBe(false)
})

test('counts code points in composed form, not UTF-16 units', () => {
  expect(isTaken('🧦🥁🪁🍋🐌📎🎈🪺')).toBe(false)
  // Fourteen letters, two of them written as letter and accent.
  expect(isTaken('blåbär och mjölk'.normalize('NFD'))).toBe(true)
  expect(isTaken('blåbär å mjölk'.normalize('NFD'))).toBe(false)
})

test('accepts random words, and never throws for any input', () => {
  const any = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(fc.property(any, (password) => typeof isTaken(password) === 'boolean'))
  const random = fc.string({ minLength: 20, maxLength: 40, unit: fc.constantFrom(...Array.from('bdgjkmpqvwxz2579')) })
  fc.assert(
    fc.property(random, (password) => new Set(password).size < 8 || isTaken(password)),
    { numRuns: 500 },
  )
})
