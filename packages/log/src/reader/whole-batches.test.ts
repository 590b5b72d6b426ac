import type { Consumer, KafkaRecord } from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { carryWholeBatches, wholeBatchDeserializers } from './whole-batches.ts'

type FetchResponse = Awaited<ReturnType<Consumer['fetch']>>
type Batch = NonNullable<FetchResponse['responses'][number]['partitions'][number]['records']>[number]

function aRecord(offsetDelta: number): KafkaRecord {
  const bytes = Buffer.from(String(offsetDelta))
  return { length: 1, attributes: 0, timestampDelta: 0n, offsetDelta, key: bytes, value: bytes, headers: [] }
}

function aBatch(firstOffset: bigint, records: KafkaRecord[], attributes = 4): Batch {
  const numbers = { length: 0, partitionLeaderEpoch: 3, magic: 2, crc: 0, lastOffsetDelta: 9, producerEpoch: 0 }
  const times = { firstTimestamp: 5n, maxTimestamp: 6n, producerId: -1n, firstSequence: 0 }
  return { ...numbers, ...times, firstOffset, attributes, records }
}

function aResponse(...partitions: (Batch[] | null)[]): FetchResponse {
  const offsets = { highWatermark: 0n, lastStableOffset: 0n, logStartOffset: 0n }
  return {
    throttleTimeMs: 0,
    errorCode: 0,
    sessionId: 0,
    responses: [
      {
        topicId: 'topic',
        partitions: partitions.map((records, partitionIndex) => ({
          ...offsets,
          partitionIndex,
          errorCode: 0,
          abortedTransactions: null,
          preferredReadReplica: -1,
          records,
        })),
      },
    ],
  }
}

function asking(...offsets: bigint[]) {
  const epochs = { currentLeaderEpoch: -1, lastFetchedEpoch: -1, partitionMaxBytes: 1 }
  const partitions = offsets.map((fetchOffset, partition) => ({ ...epochs, partition, fetchOffset }))
  return [{ topicId: 'topic', partitions }]
}

test('turns each batch into one record with the offset of its last one, which carries all records', () => {
  const records = [aRecord(0), aRecord(1), aRecord(2)]
  const one = aBatch(70n, records)
  const other = aBatch(80n, [aRecord(0)])
  expect(carryWholeBatches(aResponse([one, other], null), asking(70n, 0n))).toBe(4)
  expect([one, other].map((each) => each.records.map(({ offsetDelta }) => offsetDelta))).toEqual([[2], [0]])
  // The client tracks its position by these fields.
  expect(one).toMatchObject({ firstOffset: 70n, lastOffsetDelta: 9, partitionLeaderEpoch: 3 })
  const [carrier] = one.records
  if (!carrier) throw new Error('nothing was carried')
  const whole = wholeBatchDeserializers.value(undefined, undefined, { ...carrier, topic: 'topic', partition: 0 })
  expect(whole).toEqual({ firstOffset: 70, firstTimestamp: 5n, records })
})

test('drops the records before the requested offset', () => {
  const begun = aBatch(10n, [aRecord(0), aRecord(1), aRecord(2)])
  const other = aBatch(10n, [aRecord(0), aRecord(1)])
  const past = aBatch(5n, [aRecord(0), aRecord(1)])
  // A client that requests the partitions one by one.
  const topics = asking(12n, 10n, 8n).flatMap(({ topicId, partitions }) =>
    partitions.map((each) => ({ topicId, partitions: [each] })),
  )
  expect(carryWholeBatches(aResponse([begun], [other], [past]), topics)).toBe(3)
  expect(begun.records).toMatchObject([{ offsetDelta: 2, whole: { records: [{ offsetDelta: 2 }] } }])
  expect(other.records).toMatchObject([{ whole: { records: [{ offsetDelta: 0 }, { offsetDelta: 1 }] } }])
  expect(past.records).toEqual([])
})

test('leaves batches without our records unchanged', () => {
  const control = aBatch(1n, [aRecord(0)], 1 << 5)
  const empty = aBatch(2n, [])
  expect(carryWholeBatches(aResponse([control, empty]), asking(0n))).toBe(0)
  expect([control, empty]).toEqual([aBatch(1n, [aRecord(0)], 1 << 5), aBatch(2n, [])])
})
