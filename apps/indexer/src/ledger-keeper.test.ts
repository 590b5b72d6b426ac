import type { DeadLetter, EventDocument, LogRecord } from '@watchpost/model'
import { expect, test } from 'vitest'
import { createLedgerKeeper } from './ledger-keeper.ts'

const stream = 'e'.repeat(32)
const arrivedAt = new Date(0)
const never = new AbortController().signal

function aRecord(sequence: number, probeId = 1): LogRecord {
  const identity = { probeId, stream, sequence }
  const rest = { fqdn: 'p', policyVersion: 1, receivedAt: 0, partition: 0, offset: 0, payload: Buffer.alloc(0) }
  return { identity, ...rest }
}

function aDocument(sequence: number, probeId = 1): EventDocument {
  const record = aRecord(sequence, probeId)
  return { id: `${probeId}-${sequence}`, family: 'network_events', identity: record.identity, json: '{}', record }
}

function aLetter(sequence: number): DeadLetter {
  return { record: aRecord(sequence), reason: 'not-json', detail: '' }
}

function aKeeper() {
  const told: unknown[] = []
  const keeper = createLedgerKeeper({
    enter: async (entries) => void told.push(...entries),
    expire: async (partition) => void told.push(partition),
  })
  return { keeper, told }
}

test('enters every event of a batch with its outcome', async () => {
  const { keeper, told } = aKeeper()
  const stored = [aDocument(4), aDocument(0), aDocument(1), aDocument(7, 2)]
  await keeper.settled({ stored, expired: [aDocument(2)] }, [aLetter(3)], never)
  expect(told).toEqual([
    {
      probeId: 1,
      stream,
      arrivedAt,
      indexed: [
        [0, 1],
        [4, 4],
      ],
      expired: [[2, 2]],
      dead: [[3, 3]],
    },
    { probeId: 2, stream, arrivedAt, indexed: [[7, 7]] },
  ])
})

test('enters events that the log dropped once, after the batch that revealed it', async () => {
  const { keeper, told } = aKeeper()
  keeper.forgot(3)
  keeper.forgot(3)
  await keeper.settled({ stored: [aDocument(9)], expired: [] }, [], never)
  await keeper.settled({ stored: [], expired: [] }, [], never)
  expect(told).toEqual([{ probeId: 1, stream, arrivedAt, indexed: [[9, 9]] }, 3])
})

test('throws when the ledger cannot be written, so that nothing is committed', async () => {
  const keeper = createLedgerKeeper({
    enter: () => Promise.reject(new Error('refused')),
    expire: async () => undefined,
  })
  await expect(keeper.settled({ stored: [aDocument(0)], expired: [] }, [], never)).rejects.toThrow('refused')
})
