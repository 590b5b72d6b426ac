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

test('a task fails at once if too many wait already, and the next one after that gets its turn', async () => {
  const inTurn = createTurns(1, { mostWaiting: 1, whenFull: () => new Error('full') })
  let release = () => {}
  const first = inTurn(() => new Promise<void>((resolve) => (release = resolve)))
  const second = inTurn(async () => 2)
  await expect(inTurn(async () => 3)).rejects.toThrow('full')
  release()
  await first
  expect(await second).toBe(2)
  expect(await inTurn(async () => 4)).toBe(4)
})
