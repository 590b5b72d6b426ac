import { expect, test } from 'vitest'
import { anAnswer } from '../../test/an-answer.ts'
import { createReadingRoom } from './reading-room.ts'

function aRoom(pendingBytes = 0) {
  const clock = { ms: 0 }
  const cut = { count: 0 }
  const room = createReadingRoom(
    { pendingBytes: () => pendingBytes, maxBytes: 100, onCutOff: () => void (cut.count += 1) },
    () => clock.ms,
  )
  return { room, clock, cut }
}

const busy = expect.objectContaining({ code: 'busy', status: 429, retryAfterSeconds: 1 })

test('refuses a body when bodies being read and pending batches fill the memory', () => {
  const { room } = aRoom(30)
  const first = anAnswer()
  room.enter(first, 60)
  expect(() => room.enter(anAnswer(), 11)).toThrow(busy)
  room.enter(anAnswer(), 10)
  expect(room.bytes()).toBe(70)
  room.leave(first)
  room.enter(anAnswer(), 60)
  expect(room.bytes()).toBe(70)
})

test('releases memory once, both after reading and after the connection closes', () => {
  const { room } = aRoom()
  const answer = anAnswer()
  room.enter(answer, 40)
  room.leave(answer)
  answer.close()
  expect(room.bytes()).toBe(0)
  const other = anAnswer()
  room.enter(other, 40)
  other.close()
  expect(room.bytes()).toBe(0)
})

test('admits a body larger than the limit when there is no other', () => {
  const { room } = aRoom(90)
  room.enter(anAnswer(), 200)
  expect(() => room.enter(anAnswer(), 1)).toThrow(busy)
})

test('cuts off the oldest slow bodies, and only as many as needed', () => {
  const { room, clock, cut } = aRoom()
  const slow = [anAnswer(), anAnswer(), anAnswer()]
  for (const each of slow) {
    room.enter(each, 30)
    clock.ms += 1_000
  }
  expect(() => room.enter(anAnswer(), 20)).toThrow(busy)
  expect(cut.count).toBe(0)
  clock.ms = 20_000
  room.enter(anAnswer(), 20)
  expect(slow.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false, false])
  expect([cut.count, room.bytes()]).toEqual([1, 80])
})

test('keeps slow bodies while there is memory', () => {
  const { room, clock, cut } = aRoom()
  room.enter(anAnswer(), 30)
  clock.ms = 60_000
  room.enter(anAnswer(), 30)
  expect(cut.count).toBe(0)
})
