import { documentId, type EventDocument } from '@watchpost/model'
import { expect, test } from 'vitest'
import { aGeneration } from '../../test/a-generation.ts'
import { checkFamilies } from './family-check.ts'
import type { Group } from './place.ts'

const open = aGeneration(1, { day: '2026-11-14' })

function aDocument(offset: number): EventDocument {
  const identity = { probeId: 1, stream: 'e'.repeat(32), sequence: offset }
  const record = {
    identity,
    fqdn: 'p',
    policyVersion: 1,
    receivedAt: 0,
    partition: 3,
    offset,
    payload: Buffer.alloc(0),
  }
  return { id: documentId(identity), family: 'network_events', identity, json: '{}', record }
}

const offsetsOf = (groups: readonly Group[]) =>
  groups.flatMap(({ documents }) => documents.map(({ record }) => record.offset))

function aChecked(storedOffsets: number[]) {
  const lookedUp: number[] = []
  const place = checkFamilies(
    async (documents) => ({
      toWrite: [{ generation: open, documents: [...documents] }],
      repeats: [],
      expired: [],
    }),
    async (_, documents) => {
      lookedUp.push(...documents.map(({ record }) => record.offset))
      return new Set(documents.filter(({ record }) => storedOffsets.includes(record.offset)).map(({ id }) => id))
    },
    { uncommittedRecords: 4 },
  )
  const offsets = async (...documents: EventDocument[]) => {
    const { toWrite, repeats } = await place(documents, new AbortController().signal)
    return {
      toWrite: offsetsOf(toWrite),
      repeats: offsetsOf(repeats),
    }
  }
  return { offsets, lookedUp }
}

test('does not write an event again that another version stored in another family', async () => {
  const { offsets } = aChecked([10, 11])
  expect(await offsets(aDocument(10), aDocument(11), aDocument(12))).toEqual({ toWrite: [12], repeats: [10, 11] })
})

test('looks up only the first records of a partition', async () => {
  const { offsets, lookedUp } = aChecked([])
  for (let offset = 10; offset < 30; offset += 2) await offsets(aDocument(offset), aDocument(offset + 1))
  expect(lookedUp).toEqual([10, 11, 12, 13])
})

test('looks up the first records again after another indexer had the partition', async () => {
  const { offsets, lookedUp } = aChecked([])
  await offsets(...[10, 11, 12, 13, 14].map((offset) => aDocument(offset)))
  await offsets(...[40, 41, 42, 43, 44].map((offset) => aDocument(offset)))
  await offsets(...[42, 43, 44, 45, 46].map((offset) => aDocument(offset)))
  expect(lookedUp).toEqual([10, 11, 12, 13, 40, 41, 42, 43, 42, 43, 44, 45])
})
