import { expect, test } from 'vitest'
import { decodeCommitRecord } from './commit-record.ts'

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const text = (value: string) => Buffer.concat([int16(value.length), Buffer.from(value)])

test('decodes the position in a commit', () => {
  const offset = Buffer.alloc(8)
  offset.writeBigInt64BE(5_000_000_000n)
  const key = Buffer.concat([int16(1), text('indexer'), text('events'), int32(7)])
  const value = Buffer.concat([int16(3), offset, int32(-1), text(''), Buffer.alloc(8)])
  expect(decodeCommitRecord(key, value)).toEqual({
    kind: 'commit',
    group: 'indexer',
    topic: 'events',
    partition: 7,
    offset: 5_000_000_000,
  })
})

test('decodes the generation of a group with plain and compact strings', () => {
  const key = Buffer.concat([int16(2), text('indexer')])
  const plain = Buffer.concat([int16(3), text('consumer'), int32(41), Buffer.alloc(8)])
  const compact = Buffer.concat([int16(4), Buffer.from([9]), Buffer.from('consumer'), int32(42), Buffer.alloc(8)])
  expect(decodeCommitRecord(key, plain)).toEqual({ kind: 'generation', group: 'indexer', generation: 41 })
  expect(decodeCommitRecord(key, compact)).toEqual({ kind: 'generation', group: 'indexer', generation: 42 })
})

test('decodes the deletion of a group', () => {
  const key = Buffer.concat([int16(2), text('indexer')])
  expect(decodeCommitRecord(key, null)).toEqual({ kind: 'deletion', group: 'indexer' })
})

test('ignores deleted positions and records of other kinds', () => {
  const key = Buffer.concat([int16(1), text('indexer'), text('events'), int32(7)])
  expect(decodeCommitRecord(key, null)).toBeUndefined()
  expect(decodeCommitRecord(Buffer.concat([int16(3), text('g')]), Buffer.from([0, 1]))).toBeUndefined()
})
