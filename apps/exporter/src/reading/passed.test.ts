import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPassed, decodePassed } from './passed.ts'

const streams = ['a'.repeat(32), 'b'.repeat(32)]
const identity = fc.record({
  probeId: fc.constantFrom(1, 2),
  stream: fc.constantFrom(...streams),
  sequence: fc.nat(60),
})
const nameOf = ({ probeId, stream, sequence }: { probeId: number; stream: string; sequence: number }) =>
  `${probeId}/${stream}/${sequence}`

test('reports an event as new exactly once, in any order of events', () => {
  fc.assert(
    fc.property(fc.array(identity, { maxLength: 300 }), (events) => {
      const passed = createPassed()
      const seen = new Set<string>()
      for (const each of events) {
        expect(passed.has(each)).toBe(seen.has(nameOf(each)))
        expect(passed.note(each)).toBe(!seen.has(nameOf(each)))
        seen.add(nameOf(each))
      }
    }),
  )
})

test('survives encoding, decoding, copying and merging', () => {
  fc.assert(
    fc.property(fc.array(identity, { maxLength: 100 }), fc.array(identity, { maxLength: 100 }), (one, other) => {
      const first = createPassed()
      const second = createPassed()
      for (const each of one) first.note(each)
      for (const each of other) second.note(each)
      const both = decodePassed(first.encode())
      both.merge(second.copy())
      const expected = new Set([...one, ...other].map(nameOf))
      for (const probeId of [1, 2]) {
        for (const stream of streams) {
          for (let sequence = 0; sequence <= 61; sequence++) {
            const each = { probeId, stream, sequence }
            expect(both.has(each)).toBe(expected.has(nameOf(each)))
          }
        }
      }
    }),
  )
})

test('drops the oldest range of a stream with too many ranges, and never reports an unseen event as passed', () => {
  const passed = createPassed()
  const at = (sequence: number) => ({ probeId: 1, stream: streams[0] ?? '', sequence })
  for (let sequence = 0; sequence < 1_000; sequence += 2) passed.note(at(sequence))
  for (let sequence = 1; sequence < 1_000; sequence += 2) expect(passed.has(at(sequence))).toBe(false)
  expect(passed.has(at(998))).toBe(true)
  expect(passed.has(at(0))).toBe(false)
})

test('drops the oldest streams when there are too many', () => {
  const passed = createPassed()
  for (let each = 0; each < 50_010; each++) passed.note({ probeId: each, stream: streams[0] ?? '', sequence: 0 })
  expect(passed.streams()).toBe(50_000)
  expect(passed.has({ probeId: 0, stream: streams[0] ?? '', sequence: 0 })).toBe(false)
  expect(passed.has({ probeId: 50_009, stream: streams[0] ?? '', sequence: 0 })).toBe(true)
})
