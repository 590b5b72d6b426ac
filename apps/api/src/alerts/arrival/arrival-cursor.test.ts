import { AppError } from '@watchpost/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArrivalCursor, writeArrivalCursor } from './arrival-cursor.ts'

test('any vector reads back', () => {
  const offset = fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  fc.assert(
    fc.property(fc.array(offset, { maxLength: 1_024 }), (offsets) => {
      const vector = new Map(offsets.map((each, partition) => [partition, each]))
      expect(readArrivalCursor(writeArrivalCursor(vector))).toEqual(vector)
    }),
  )
})

test('twelve partitions with millions of events make a short address', () => {
  const vector = new Map(Array.from({ length: 12 }, (_, partition) => [partition, 100_000_000 + partition]))
  expect(writeArrivalCursor(vector).length).toBeLessThan(80)
})

test('whatever else is given is refused', () => {
  expect(() => readArrivalCursor('')).toThrow(AppError)
  expect(() => readArrivalCursor('AQ')).toThrow(AppError)
  const large = Buffer.from([1, 1, ...Array.from({ length: 20 }, () => 255), 1]).toString('base64url')
  expect(() => readArrivalCursor(large)).toThrow(AppError)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
      ),
      (text) => {
        try {
          expect(writeArrivalCursor(readArrivalCursor(text)).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      },
    ),
  )
})
