import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createStreamValve } from './stream-valve.ts'

/** Like the client's stream: fetches on its own unless it is paused. */
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

test('stops fetching once enough records are held, however few batches they are', () => {
  const { stream, held, fetch } = aStream()
  createStreamValve(stream, held, 3)
  expect(fetch(2)).toBe(true)
  expect(fetch(0)).toBe(true)
  expect(fetch(1)).toBe(false)
})

test('does not fetch after an empty response of one broker while enough records of another are held', () => {
  const { stream, held, fetch } = aStream()
  createStreamValve(stream, held, 3)
  expect(fetch(3)).toBe(false)
  expect(fetch(0)).toBe(false)
})

test('resumes fetching only once there is room', () => {
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
