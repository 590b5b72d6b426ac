import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyBuffer, type LiveBuffer, paused, resumed, withArrived } from './live-buffer.ts'

test('puts the newest rows first', () => {
  const buffer = withArrived(withArrived(emptyBuffer<number>(), [1, 2]), [3])
  expect(buffer.rows).toEqual([3, 2, 1])
})

test('shows nothing new while paused, then shows the waiting rows on resume', () => {
  const still = withArrived(paused(withArrived(emptyBuffer<number>(), [1])), [2, 3])
  expect(still.rows).toEqual([1])
  expect(still.waiting).toEqual([3, 2])
  expect(resumed(still)).toMatchObject({ rows: [3, 2, 1], waiting: [], isPaused: false })
})

test('stays bounded and ordered, and counts dropped rows', () => {
  const most = 50
  const step = fc.oneof(fc.nat(30), fc.constant('pause' as const), fc.constant('resume' as const))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let last = 0
      let buffer: LiveBuffer<number> = emptyBuffer()
      for (const each of steps) {
        if (each === 'pause') buffer = paused(buffer)
        else if (each === 'resume') buffer = resumed(buffer, most)
        else {
          const arrived = Array.from({ length: each }, (_, index) => last + index + 1)
          last += each
          buffer = withArrived(buffer, arrived, most)
        }
        expect(buffer.rows.length).toBeLessThanOrEqual(most)
        expect(buffer.waiting.length).toBeLessThanOrEqual(most)
        expect(buffer.rows).toEqual(buffer.rows.toSorted((one, other) => other - one))
        expect(buffer.rows.length + buffer.waiting.length + buffer.dropped).toBe(buffer.arrived)
        expect(buffer.arrived).toBe(last)
      }
    }),
  )
})
