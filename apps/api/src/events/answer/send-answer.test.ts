import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keepPace } from './send-answer.ts'

const pace = { graceMs: 20, bytesPerSecond: 1_000, lookMs: 5 }

function sending() {
  const stream = new Readable({ read() {} })
  stream.on('error', () => undefined)
  const socket = { bytesWritten: 500, writableLength: 0 }
  let cuts = 0
  keepPace(stream, socket, pace, () => cuts++)
  return { stream, socket, cuts: () => cuts }
}

test('disconnects a reader that takes nothing, once, after the grace period', async () => {
  const { stream, cuts } = sending()
  expect(stream.destroyed).toBe(false)
  await vi.waitFor(() => expect(stream.destroyed).toBe(true))
  await sleep(50)
  expect(cuts()).toBe(1)
})

test('does not count bytes in the socket buffer as read', async () => {
  const { stream, socket } = sending()
  socket.bytesWritten += 1_000_000
  socket.writableLength = 1_000_000
  await vi.waitFor(() => expect(stream.destroyed).toBe(true))
})

test('keeps a reader that is fast enough', async () => {
  const { stream, socket, cuts } = sending()
  socket.bytesWritten += 1_000_000
  await sleep(150)
  expect([stream.destroyed, cuts()]).toEqual([false, 0])
  stream.destroy()
})
