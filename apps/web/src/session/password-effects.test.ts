import { expect, test } from 'vitest'
import { effectsText } from './password-effects.ts'

test.each([
  [0, 0, 0, 'The account has no working API keys.'],
  [1, 0, 2, '1 session ended. 2 API keys still work.'],
  [3, 1, 0, '3 sessions ended. 1 API key removed. The account has no working API keys.'],
])('%i sessions ended, %i keys removed, %i remaining', (sessions_ended, keys_removed, keys_remaining, expected) => {
  expect(effectsText({ sessions_ended, keys_removed, keys_remaining })).toBe(expected)
})
