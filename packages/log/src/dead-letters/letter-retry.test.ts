import { expect, test } from 'vitest'
import { lettersOf } from './fixtures/a-letter.ts'
import type { ParkedLetter } from './letter-format.ts'
import { retryLetters } from './letter-retry.ts'

/** A dead-letter queue in memory that may fail or grow during a retry. */
function aPile({ end, retried = 0, bytes = 10 }: { end: number; retried?: number; bytes?: number }) {
  const state = { start: 0, retried, end }
  const pieces: number[][] = []
  const ports = {
    bounds: {
      read: async () => ({ ...state }),
      async setRetried(offset: number) {
        state.retried = offset
      },
    },
    letters: lettersOf(1_000_000, bytes),
    async putBack(letters: readonly ParkedLetter[]) {
      pieces.push(letters.map(({ number }) => number))
    },
  }
  return { state, pieces, ports }
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('writes waiting letters back in pieces, each once and in order', async () => {
  const { state, pieces, ports } = aPile({ end: 1_234, retried: 34 })
  expect(await retryLetters(ports, { forMs: 1_000 })).toEqual({ putBack: 1_200, upTo: 1_233, isComplete: true })
  expect(pieces.flat()).toEqual(numbers(34, 1_233))
  expect(pieces.map((piece) => piece.length)).toEqual([500, 500, 200])
  expect(state.retried).toBe(1_234)
})

test('uses small pieces for large letters', async () => {
  const { pieces, ports } = aPile({ end: 10, bytes: 3 * 1024 ** 2 })
  await retryLetters(ports, { forMs: 1_000 })
  expect(pieces.map((piece) => piece.length)).toEqual([2, 2, 2, 2, 2])
})

test('leaves letters that are parked during a retry waiting', async () => {
  const { state, ports } = aPile({ end: 700 })
  const putBack = async () => void (state.end += 700)
  expect(await retryLetters({ ...ports, putBack }, { forMs: 1_000 })).toMatchObject({ putBack: 700, upTo: 699 })
  expect([state.retried, state.end]).toEqual([700, 2_100])
})

test('retries only up to the given number', async () => {
  const { state, pieces, ports } = aPile({ end: 700, retried: 10 })
  expect(await retryLetters(ports, { upTo: 12, forMs: 1_000 })).toEqual({ putBack: 3, upTo: 12, isComplete: true })
  expect([pieces.flat(), state.retried]).toEqual([[10, 11, 12], 13])
  expect(await retryLetters(ports, { upTo: 5, forMs: 1_000 })).toMatchObject({ putBack: 0, isComplete: true })
  expect(state.retried).toBe(13)
})

test('resumes after a failure with the first piece that was not recorded', async () => {
  const { pieces, ports } = aPile({ end: 1_500 })
  let isAway = false
  const setRetried = async (offset: number) => {
    if (offset === 1_000 && !isAway) {
      isAway = true
      throw new Error('away')
    }
    return ports.bounds.setRetried(offset)
  }
  const failing = { ...ports, bounds: { ...ports.bounds, setRetried } }
  await expect(retryLetters(failing, { forMs: 1_000 })).rejects.toThrow('away')
  expect(await retryLetters(failing, { forMs: 1_000 })).toMatchObject({ putBack: 1_000, isComplete: true })
  expect(new Set(pieces.flat())).toEqual(new Set(numbers(0, 1_499)))
  expect(pieces.map(([first]) => first)).toEqual([0, 500, 500, 1_000])
})

test('stops when its time is up, reports it, and resumes from there on the next call', async () => {
  const { pieces, ports } = aPile({ end: 1_500 })
  let now = 0
  const hurried = { ...ports, now: () => (now += 1_000) }
  const first = await retryLetters(hurried, { forMs: 1_500 })
  expect(first).toEqual({ putBack: 1_000, upTo: 1_499, isComplete: false })
  expect(await retryLetters(ports, { upTo: first.upTo, forMs: 1_000 })).toMatchObject({
    putBack: 500,
    isComplete: true,
  })
  expect(pieces.flat()).toEqual(numbers(0, 1_499))
})

test('announces the range first, and writes nothing back if that fails', async () => {
  const { pieces, ports } = aPile({ end: 20, retried: 5 })
  const announced: object[] = []
  const refuse = async (range: object) => {
    announced.push(range)
    throw new Error('no audit')
  }
  await expect(retryLetters(ports, { forMs: 1_000, announce: refuse })).rejects.toThrow('no audit')
  expect([announced, pieces]).toEqual([[{ first: 5, last: 19 }], []])
})
