import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createStreamValve } from './stream-valve.ts'

/** As the client's stream: fetches by itself, unless it is paused. */
function aStream() {
  let isPaused = false
  const held = { count: 0 }
  const stream = new Readable({ objectMode: true, read: () => undefined })
  stream.pause = () => {
    isPaused = true
    return stream
  }
  stream.resume = () => {
    isPaused = false
    return stream
  }
  const fetch = (records: number) => {
    held.count += records
    stream.emit('fetch')
    return !isPaused
  }
  return { stream, held, fetch }
}

test('fetches nothing more once enough records are held, however few batches they are', () => {
  const { stream, held, fetch } = aStream()
  createStreamValve(stream, held, 3)
  expect(fetch(2)).toBe(true)
  expect(fetch(0)).toBe(true)
  expect(fetch(1)).toBe(false)
})

test('an empty answer of one broker does not make it fetch while enough is held of another', () => {
  const { stream, held, fetch } = aStream()
  createStreamValve(stream, held, 3)
  expect(fetch(3)).toBe(false)
  expect(fetch(0)).toBe(false)
})

test('fetching goes on once there is room, and not before', () => {
  const { stream, held, fetch } = aStream()
  const valve = createStreamValve(stream, held, 3)
  expect(fetch(4)).toBe(false)
  held.count = 3
  valve.open()
  expect(fetch(0)).toBe(false)
  held.count = 2
  valve.open()
  expect(fetch(0)).toBe(true)
})
