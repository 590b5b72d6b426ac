import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

test('runs two tasks, queues one and rejects the fourth; starts the next when one ends', async () => {
  const queue = createBoundedQueue({ concurrency: 2, maxWaiting: 1, retryAfterSeconds: 3 })
  const gates = [1, 2, 3].map(() => Promise.withResolvers<number>())
  const started: number[] = []
  const running = gates.map(({ promise }, turn) =>
    queue.run(() => {
      started.push(turn)
      return promise
    }),
  )
  expect(started).toEqual([0, 1])
  await expect(queue.run(async () => 4)).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 3 })

  gates[0]?.resolve(10)
  expect(await running[0]).toBe(10)
  await expect.poll(() => started).toEqual([0, 1, 2])
  gates[1]?.resolve(11)
  gates[2]?.resolve(12)
  expect(await Promise.all(running)).toEqual([10, 11, 12])
})

test('does not run a task that was aborted while waiting', async () => {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 5, retryAfterSeconds: 1 })
  const gate = Promise.withResolvers<void>()
  const first = queue.run(() => gate.promise)
  const leaving = new AbortController()
  let ran = false
  const second = queue.run(async () => {
    ran = true
  }, leaving.signal)
  leaving.abort()
  await expect(second).rejects.toThrow()
  gate.resolve()
  await first
  expect(ran).toBe(false)
})
