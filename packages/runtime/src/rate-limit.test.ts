import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

function aLimit(perMinute: number, maxCallers = 10) {
  const clock = { now: 0 }
  return { clock, limit: createRateLimit({ perMinute, maxCallers, now: () => clock.now }) }
}

test('limits a caller to a number of requests per minute, and reports the remaining wait', () => {
  const { clock, limit } = aLimit(2)
  expect(limit.take('olga')).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 })
  clock.now = 10_000
  expect(limit.take('olga')).toEqual({ isAllowed: true, remaining: 0, resetSeconds: 50 })
  clock.now = 59_500
  expect(limit.take('olga')).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 1 })
  expect(limit.take('ada')).toMatchObject({ isAllowed: true })
  clock.now = 60_000
  expect(limit.take('olga')).toMatchObject({ isAllowed: true, remaining: 1 })
})

test('lets a caller take returned requests again, without gaining any', () => {
  const { limit } = aLimit(2)
  limit.take('olga')
  limit.take('olga')
  limit.giveBack('olga')
  expect(limit.take('olga')).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(limit.take('olga').isAllowed).toBe(false)
  for (let each = 0; each < 5; each += 1) limit.giveBack('ada')
  expect(limit.take('ada')).toMatchObject({ remaining: 1 })
})

test('evicts the callers with the oldest windows beyond the limit, not the busy ones', () => {
  const { clock, limit } = aLimit(1, 3)
  for (const caller of ['a', 'b', 'c', 'd', 'e']) {
    clock.now += 1
    limit.take(caller)
  }
  expect(limit.size()).toBe(3)
  expect(limit.take('e').isAllowed).toBe(false)
  expect(limit.take('a').isAllowed).toBe(true)
})

test('never reports a window longer than a minute, for any fractions of the clock', () => {
  const { clock, limit } = aLimit(1, 1)
  for (let each = 0; each < 1_000; each += 1) {
    clock.now = Math.random() * 1e9
    expect(limit.take(`caller ${each}`).resetSeconds).toBe(60)
  }
})
