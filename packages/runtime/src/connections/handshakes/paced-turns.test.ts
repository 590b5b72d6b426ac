import { expect, test } from 'vitest'
import { createPacedTurns } from './paced-turns.ts'

/** Pieces of 1 ms each, and a clock and an event loop of the test. */
function aPacedQueue(pieces: number) {
  const turns: (() => void)[] = []
  let nowMs = 0
  let left = pieces
  let done = 0
  const paced = createPacedTurns({
    doNext() {
      if (left === 0) return false
      left -= 1
      done += 1
      nowMs += 1
      return true
    },
    now: () => nowMs,
    schedule: (turn) => turns.push(turn),
  })
  return {
    paced,
    turns,
    /** Runs one turn of the event loop; everything else in it takes so long. */
    turn(elseMs: number): number {
      const before = done
      nowMs += elseMs
      turns.shift()?.()
      return done - before
    },
  }
}

test('does 4 ms of work in each turn, until nothing is left', () => {
  const { paced, turns, turn } = aPacedQueue(10)
  paced.wake()
  paced.wake()
  expect(turns).toHaveLength(1)
  expect([turn(0), turn(0), turn(0)]).toEqual([4, 4, 2])
  expect(turns).toHaveLength(0)
})

test('takes a share of the time while connections are accepted', () => {
  const { paced, turn } = aPacedQueue(100)
  paced.wake()
  turn(0)
  let pieces = 0
  for (let count = 0; count < 80; count += 1) {
    paced.noteAccepted()
    pieces += turn(0.5)
  }
  expect(pieces).toBeGreaterThanOrEqual(9)
  expect(pieces).toBeLessThanOrEqual(11)
  expect(turn(0)).toBe(4)
})

test('a long pause earns no more than one portion', () => {
  const { paced, turn } = aPacedQueue(100)
  paced.wake()
  paced.noteAccepted()
  expect(turn(60_000)).toBe(4)
})
