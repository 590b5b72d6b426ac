import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('runs a limited number of tasks at once, in order, and continues after a failure', async () => {
  const inTurn = createTurns(2)
  const began: number[] = []
  let running = 0
  let most = 0
  const task = (n: number) => async () => {
    began.push(n)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (n % 3 === 0) throw new Error(`task ${n}`)
    return n
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => inTurn(task(n))))
  expect(began).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(most).toBe(2)
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(began.map((n) => n % 3 !== 0))
  expect(await inTurn(task(1))).toBe(1)
})
