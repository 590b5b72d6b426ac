import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createStreamValve } from './stream-valve.ts'

/** As the client's stream: fetches by itself, unless it is paused. */
function aStream() {
  let isPaused = false
  const stream = new Readable({ objectMode: true, highWaterMark: 3, read: () => undefined })
  stream.pause = () => {
    isPaused = true
    return stream
  }
  stream.resume = () => {
    isPaused = false
    return stream
  }
  const fetch = (...records: string[]) => {
    stream.emit('fetch')
    for (const each of records) stream.push(each)
    return !isPaused
  }
  return { stream, fetch }
}

test('what answers with nothing makes nobody fetch while enough is held', () => {
  const { stream, fetch } = aStream()
  createStreamValve(stream, 3)
  expect(fetch('a', 'b', 'c')).toBe(true)
  expect(fetch()).toBe(false)
  expect(fetch()).toBe(false)
})

test('fetching goes on once there is room, and not before', () => {
  const { stream, fetch } = aStream()
  const valve = createStreamValve(stream, 3)
  fetch('a', 'b', 'c', 'd')
  expect(fetch()).toBe(false)
  stream.read()
  valve.open()
  expect(fetch()).toBe(false)
  stream.read()
  valve.open()
  expect(fetch()).toBe(true)
})
