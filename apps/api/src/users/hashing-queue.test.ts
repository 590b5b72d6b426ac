import { expect, test } from 'vitest'
import { createHashingQueue } from './hashing-queue.ts'

test('unknown sources fill only their own queue, and known sources go first', async () => {
  const queue = createHashingQueue({ concurrency: 1, maxWaiting: 2, retryAfterSeconds: 3 })
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const note = (name: string) => async () => {
    order.push(name)
  }
  const running = [queue.run(() => gate.promise, false)]
  for (const name of ['stranger 1', 'stranger 2']) running.push(queue.run(note(name), false))
  await expect(queue.run(note('stranger 3'), false)).rejects.toMatchObject({
    code: 'too-many-requests',
    retryAfterSeconds: 3,
  })
  for (const name of ['known 1', 'known 2']) running.push(queue.run(note(name), true))
  await expect(queue.run(note('known 3'), true)).rejects.toMatchObject({ code: 'too-many-requests' })
  gate.resolve()
  await Promise.all(running)
  expect(order).toEqual(['known 1', 'known 2', 'stranger 1', 'stranger 2'])
})
