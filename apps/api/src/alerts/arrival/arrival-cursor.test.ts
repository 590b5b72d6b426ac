import { AppError } from '@watchpost/contract'
import fc from 'fast-check'
import { LOG_END } from '@watchpost/model'
import { expect, test } from 'vitest'
import { readArrivalCursor, writeArrivalCursor } from './arrival-cursor.ts'

test('round-trips any position', () => {
  const offset = fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  fc.assert(
    fc.property(offset, fc.array(fc.oneof(offset, fc.constant(LOG_END)), { maxLength: 1_024 }), (epoch, offsets) => {
      const position = { epoch, offsets: new Map(offsets.map((each, partition) => [partition, each])) }
      expect(readArrivalCursor(writeArrivalCursor(position))).toEqual(position)
    }),
  )
})

test('writes a short cursor for twelve partitions with millions of events', () => {
  const offsets = new Map(Array.from({ length: 12 }, (_, partition) => [partition, 100_000_000 + partition]))
  expect(writeArrivalCursor({ epoch: 1_794_906_000, offsets }).length).toBeLessThan(80)
  const ends = new Map(Array.from({ length: 12 }, (_, partition) => [partition, LOG_END]))
  expect(writeArrivalCursor({ epoch: 1_794_906_000, offsets: ends }).length).toBeLessThan(30)
})

test('rejects any other text', () => {
  expect(() => readArrivalCursor('')).toThrow(AppError)
  expect(() => readArrivalCursor('Ag')).toThrow(AppError)
  expect(() => readArrivalCursor('AgE')).toThrow(AppError)
  // The old format, without an epoch.
  expect(() => readArrivalCursor('AQEB')).toThrow(AppError)
  const large = Buffer.from([2, 1, 1, ...Array.from({ length: 20 }, () => 255), 1]).toString('base64url')
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
