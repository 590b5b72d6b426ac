import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterFailure,
  type CounterState,
  counterRules,
  nameCounter,
  pauseSeconds,
  waitSeconds,
} from './failure-counter.ts'

test('delays from the fifth failure on, doubles the delay and caps it at fifteen minutes', () => {
  const pauses = Array.from({ length: 18 }, (_, failures) => pauseSeconds(failures, 5))
  expect(pauses).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  expect(pauseSeconds(90, 5)).toBe(1_800)
})

/** The number of attempts that an attacker gets who retries as soon as allowed, or waits in a given pattern. */
function triesIn(seconds: number, waits: readonly number[], rule = counterRules.account): number {
  let now = 0
  let state: CounterState | undefined
  for (let tries = 0; ; tries += 1) {
    now += waitSeconds(state, now) + (waits[tries % waits.length] ?? 0)
    if (now >= seconds) return tries
    state = afterFailure(state, rule, now)
  }
}

test('allows the most eager attacker a hundred attempts a day per account', () => {
  expect(triesIn(86_400, [0])).toBeLessThanOrEqual(100)
})

test('allows at most a hundred attempts a day for any waiting pattern', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 7_200 }), { minLength: 1, maxLength: 20 })
  fc.assert(fc.property(waits, (pattern) => triesIn(86_400, pattern) <= 100))
})

test('allows the limit of a window and then nothing until the window ends', () => {
  let state: CounterState | undefined
  for (let each = 0; each < 20; each += 1) {
    expect(waitSeconds(state, 100)).toBe(0)
    state = afterFailure(state, counterRules.source, 100)
  }
  expect(waitSeconds(state, 101)).toBe(299)
  expect(waitSeconds(state, 400)).toBe(0)
  expect(afterFailure(state, counterRules.source, 400)).toMatchObject({ failures: 1, since: 400, blockedUntil: null })
})

test('never blocks for longer than half an hour', () => {
  const failures = fc.array(fc.integer({ min: 0, max: 3_600 }), { maxLength: 300 })
  const property = fc.property(failures, fc.constantFrom(...Object.values(counterRules)), (gaps, rule) => {
    let now = 1_000
    let state: CounterState | undefined
    for (const gap of gaps) {
      now += waitSeconds(state, now) + gap
      state = afterFailure(state, rule, now)
      expect(waitSeconds(state, now)).toBeLessThanOrEqual(1_800)
    }
  })
  fc.assert(property)
})

test('resets a counter after a day without a failure', () => {
  const old: CounterState = { failures: 60, since: 0, lastAt: 1_000, blockedUntil: 1_900 }
  expect(afterFailure(old, counterRules.account, 87_399).failures).toBe(61)
  expect(afterFailure(old, counterRules.account, 87_400).failures).toBe(1)
})

test('uses one counter per name, case-insensitively, without storing the name', () => {
  expect(nameCounter('Olga')).toBe(nameCounter('oLGA'))
  expect(nameCounter('olga')).not.toBe(nameCounter('olgb'))
  expect(nameCounter('olga')).not.toContain('olga')
})
