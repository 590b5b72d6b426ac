import { documentId, type EventDocument } from '@watchpost/model'
import type { Generation } from '@watchpost/store'
import { expect, test } from 'vitest'
import { checkFamilies } from './family-check.ts'

const open: Generation = {
  number: 1,
  day: '2026-11-14',
  isSealed: false,
  isRemoved: false,
  isDeleted: false,
  isRollOverRequested: false,
  openedAt: new Date(),
}

function aDocument(offset: number, family: EventDocument['family'] = 'network_events'): EventDocument {
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
  return { id: documentId(identity), family, identity, json: '{}', record }
}

function aChecked(storedOffsets: number[]) {
  const lookedUp: number[] = []
  const place = checkFamilies(
    async (documents) => ({
      toWrite: documents.map((document) => ({ document, generation: open })),
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
      toWrite: toWrite.map(({ document }) => document.record.offset),
      repeats: repeats.map(({ record }) => record.offset),
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

test('looks up the first records again after another copy had the partition', async () => {
  const { offsets, lookedUp } = aChecked([])
  await offsets(...[10, 11, 12, 13, 14].map((offset) => aDocument(offset)))
  await offsets(...[40, 41, 42, 43, 44].map((offset) => aDocument(offset)))
  await offsets(...[42, 43, 44, 45, 46].map((offset) => aDocument(offset)))
  expect(lookedUp).toEqual([10, 11, 12, 13, 40, 41, 42, 43, 42, 43, 44, 45])
})

test('does not look up entries of alerts', async () => {
  const { offsets, lookedUp } = aChecked([10])
  expect(await offsets(aDocument(10, 'alerts'))).toEqual({ toWrite: [10], repeats: [] })
  expect(lookedUp).toEqual([])
})
