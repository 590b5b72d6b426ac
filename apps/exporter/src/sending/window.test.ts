import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPassed } from '../reading/passed.ts'
import { createWindow, type Window } from './window.ts'

const stream = 'a'.repeat(32)
const options = { bytes: 1_000_000, milliseconds: 5_000, mostMilliseconds: 3_600_000 }

function aWindow(clock: { now: number }): Window {
  const start = { position: new Map([[0, 0]]), passed: createPassed(), receivedAt: 0 }
  return createWindow(start, { ...options, now: () => clock.now })
}

/** Writes the next event of one partition and stream. */
function write(window: Window, offset: number, bytes: number): void {
  const passed = createPassed()
  passed.note({ probeId: 1, stream, sequence: offset })
  window.wrote({ after: new Map([[0, offset + 1]]), passed, bytes, receivedAt: offset })
}

const at = (position: ReadonlyMap<number, number>) => position.get(0)

test('settles events only after both the window size and the window time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 300_000 }), waits: fc.nat(2_000) }), { maxLength: 200 }),
      (steps) => {
        const clock = { now: 0 }
        const window = aWindow(clock)
        const written: { bytes: number; at: number }[] = []
        for (const { bytes, waits } of steps) {
          clock.now += waits
          write(window, written.length, bytes)
          written.push({ bytes, at: clock.now })
          window.settle()
          const settled = at(window.settled().position) ?? 0
          expect(at(window.head())).toBe(written.length)
          // Settled events are followed by enough bytes and enough time, unless they had no bytes.
          const last = written.slice(0, settled).findLastIndex((each) => each.bytes > 0)
          if (last < 0) continue
          const behind = written.slice(last + 1).reduce((sum, each) => sum + each.bytes, 0)
          expect(behind).toBeGreaterThanOrEqual(options.bytes)
          expect(clock.now - (written[last]?.at ?? 0)).toBeGreaterThanOrEqual(options.milliseconds)
        }
      },
    ),
  )
})

test('after a break, goes back to the settled position and forgets the events after it', () => {
  const clock = { now: 0 }
  const window = aWindow(clock)
  for (let offset = 0; offset < 20; offset++) {
    clock.now += 1_000
    write(window, offset, 200_000)
    window.settle()
  }
  const settled = at(window.settled().position) ?? 0
  expect(settled).toBeGreaterThan(0)
  expect(window.headPassed().has({ probeId: 1, stream, sequence: 19 })).toBe(true)
  expect(window.goBack()).toBe((20 - settled) * 200_000)
  expect(at(window.head())).toBe(settled)
  const passed = window.headPassed()
  for (let sequence = 0; sequence < 20; sequence++) {
    expect(passed.has({ probeId: 1, stream, sequence })).toBe(sequence < settled)
  }
})

test('settles filtered events at once when nothing is in flight, otherwise with the events before them', () => {
  const window = aWindow({ now: 0 })
  write(window, 0, 0)
  expect(at(window.settled().position)).toBe(1)
  write(window, 1, 500)
  write(window, 2, 0)
  expect(at(window.settled().position)).toBe(1)
  expect(at(window.head())).toBe(3)
  window.settleAll()
  expect(at(window.settled().position)).toBe(3)
})

test('settles old events before the log drops them, with any number of bytes after them', () => {
  const clock = { now: 0 }
  const window = aWindow(clock)
  write(window, 0, 10)
  clock.now = 3_600_000
  window.settle()
  expect(at(window.settled().position)).toBe(1)
})
