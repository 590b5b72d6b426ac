import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyBuffer,
  held,
  type LiveBuffer,
  paused,
  resumed,
  shownRows,
  withArrived,
  withChange,
  withWaiting,
} from './live-buffer.ts'

const withEarlier = (...earlier: number[]): LiveBuffer<number> => ({ ...emptyBuffer(), earlier })

test('puts the newest rows first, above those that were there before', () => {
  const buffer = withArrived(withArrived(withEarlier(0, -1), [1, 2]), [3])
  expect(shownRows(buffer)).toEqual([3, 2, 1, 0, -1])
  expect([buffer.arrived, buffer.added]).toEqual([3, 3])
})

test('shows nothing new while paused, then shows the waiting rows on resume', () => {
  const still = withArrived(paused(withArrived(emptyBuffer<number>(), [1])), [2, 3])
  expect(still.rows).toEqual([1])
  expect(still.waiting).toEqual([3, 2])
  expect(resumed(still)).toMatchObject({ rows: [3, 2, 1], waiting: [], isPaused: false })
})

test('no row moves while the list is held, and a release shows what has arrived, unless it is paused', () => {
  const still = withArrived(held(withEarlier(0), true), [1, 2])
  expect([shownRows(still), still.added, still.arrived]).toEqual([[0], 0, 2])
  expect(shownRows(held(still, false))).toEqual([2, 1, 0])
  expect(shownRows(held(paused(still), false))).toEqual([0])
  const looked = withWaiting(still)
  expect([shownRows(looked), looked.added, looked.isHeld]).toEqual([[2, 1, 0], 2, true])
  expect(shownRows(withArrived(looked, [3]))).toEqual([2, 1, 0])
})

test('changes a row wherever it is', () => {
  const buffer = withArrived(held(withArrived(withEarlier(1), [2]), true), [3])
  expect(withChange(buffer, (row) => row * 10)).toMatchObject({ rows: [20], earlier: [10], waiting: [30] })
})

test('stays bounded and ordered, and counts dropped rows', () => {
  const most = 50
  const step = fc.oneof(
    fc.nat(30),
    fc.constantFrom('pause' as const, 'resume' as const, 'hold' as const, 'release' as const, 'show' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(most), (steps, before) => {
      let last = 0
      const earlier = Array.from({ length: before }, (_, index) => -index)
      let buffer: LiveBuffer<number> = { ...emptyBuffer(), earlier }
      for (const each of steps) {
        const first = shownRows(buffer)
        if (each === 'pause') buffer = paused(buffer)
        else if (each === 'resume') buffer = resumed(buffer, most)
        else if (each === 'hold' || each === 'release') buffer = held(buffer, each === 'hold', most)
        else if (each === 'show') buffer = withWaiting(buffer, most)
        else {
          const isStill = buffer.isPaused || buffer.isHeld
          const arrived = Array.from({ length: each }, (_, index) => last + index + 1)
          last += each
          buffer = withArrived(buffer, arrived, most)
          if (isStill) expect(shownRows(buffer)).toEqual(first)
        }
        const shown = shownRows(buffer)
        expect(shown.length).toBeLessThanOrEqual(most)
        expect(buffer.waiting.length).toBeLessThanOrEqual(most)
        expect(shown).toEqual(shown.toSorted((one, other) => other - one))
        expect(buffer.rows.length + buffer.waiting.length + buffer.dropped).toBe(buffer.arrived)
        expect(buffer.arrived).toBe(last)
        // A row of the list before is found as far down as rows were added.
        if (shown.includes(0)) expect(shown.indexOf(0)).toBe(Math.min(buffer.added, shown.indexOf(0) + buffer.dropped))
      }
    }),
  )
})
