import { expect, test } from 'vitest'
import { createPacedTurns } from './paced-turns.ts'

/** Pieces of 1 ms each, with a clock and an event loop that the test controls. */
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
    /** Runs one turn of the event loop, in which everything else takes `elseMs`. */
    turn(elseMs: number): number {
      const before = done
      nowMs += elseMs
      turns.shift()?.()
      return done - before
    },
  }
}

test('does 4 ms of work in each turn until nothing is left', () => {
  const { paced, turns, turn } = aPacedQueue(10)
  paced.wake()
  paced.wake()
  expect(turns).toHaveLength(1)
  expect([turn(0), turn(0), turn(0)]).toEqual([4, 4, 2])
  expect(turns).toHaveLength(0)
})

test('uses only a share of the time while connections are accepted', () => {
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

test('does at most one portion after a long pause', () => {
  const { paced, turn } = aPacedQueue(100)
  paced.wake()
  paced.noteAccepted()
  expect(turn(60_000)).toBe(4)
})
