import type { PlacedDocument } from '@watchpost/engine'
import { documentId, type EventDocument } from '@watchpost/model'
import { expect, test, vi } from 'vitest'
import { createShelf, type ShelfPorts } from './shelf.ts'
import type { IndexerTelemetry } from './telemetry.ts'

const stream = 'e'.repeat(32)

const silent = {
  stored: () => undefined,
  dropped: () => undefined,
  mended: () => undefined,
  corrected: () => undefined,
  listed: () => undefined,
}

function aDocument(sequence: number, offset: number): EventDocument {
  const identity = { probeId: 1, stream, sequence }
  return {
    id: documentId(identity),
    family: 'network_events',
    identity,
    json: JSON.stringify({ offset }),
    record: {} as EventDocument['record'],
  }
}

test('of an event that a batch holds twice the first is written, and the second counts as a repeat', async () => {
  const written: PlacedDocument[] = []
  const generation = { number: 1, day: '2026-11-14' } as Awaited<
    ReturnType<ShelfPorts['place']>
  >['toWrite'][number]['generation']
  const dropped = vi.fn<IndexerTelemetry['dropped']>()
  const stored = vi.fn<IndexerTelemetry['stored']>()
  const shelf = createShelf({
    place: async (documents) => ({
      toWrite: documents.map((document) => ({ document, generation })),
      repeats: [],
      expired: [],
    }),
    generations: { refresh: async () => undefined },
    indexName: (family) => family,
    write: async (documents) => {
      written.push(...documents)
      return documents.map(() => ({ kind: 'created' }))
    },
    telemetry: { ...silent, stored, dropped } as unknown as IndexerTelemetry,
  })
  await shelf.put([aDocument(0, 10), aDocument(1, 11), aDocument(0, 12)], new AbortController().signal)
  expect(written.map(({ json }) => json)).toEqual(['{"offset":10}', '{"offset":11}'])
  expect(stored).toHaveBeenCalledWith(2)
  expect(dropped).toHaveBeenCalledWith('repeat', 1)
})

test('a document that the engine always refuses becomes a dead letter, after one attempt to mend it', async () => {
  const written: string[] = []
  const generation = { number: 1, day: '2026-11-14' } as Awaited<
    ReturnType<ShelfPorts['place']>
  >['toWrite'][number]['generation']
  const shelf = createShelf({
    place: async (documents) => ({
      toWrite: documents.map((document) => ({ document, generation })),
      repeats: [],
      expired: [],
    }),
    generations: { refresh: async () => undefined },
    indexName: (family) => family,
    write: async (documents) => {
      written.push(...documents.map(({ json }) => json))
      return documents.map(() => ({ kind: 'refused', detail: 'status 500 in 9 attempts' }))
    },
    telemetry: silent as unknown as IndexerTelemetry,
  })
  const document = { ...aDocument(0, 10), json: '{"a":1.0,"pgsql":{"request":false}}' }
  const { refused } = await shelf.put([document], new AbortController().signal)
  expect(written).toEqual([document.json, '{"a":1,"pgsql":{}}'])
  expect(refused).toMatchObject([{ reason: 'refused-by-engine', detail: 'status 500 in 9 attempts' }])
})

test('an event with a corrected time counts when it is stored, and not when it is there already', async () => {
  const generation = { number: 1, day: '2026-11-14' } as Awaited<
    ReturnType<ShelfPorts['place']>
  >['toWrite'][number]['generation']
  const corrected = vi.fn<IndexerTelemetry['corrected']>()
  const shelf = createShelf({
    place: async ([first, ...others]) => ({
      toWrite: others.map((document) => ({ document, generation })),
      repeats: first ? [first] : [],
      expired: [],
    }),
    generations: { refresh: async () => undefined },
    indexName: (family) => family,
    write: async (documents) => documents.map((_, turn) => ({ kind: turn === 0 ? 'exists' : 'created' })),
    telemetry: { ...silent, corrected } as unknown as IndexerTelemetry,
  })
  const correction = { fault: 'ahead', claimed: '9999-12-31T23:59:59Z' } as const
  const [repeat, existing, created, honest] = [0, 1, 2, 3].map((sequence) => aDocument(sequence, sequence))
  if (!repeat || !existing || !created || !honest) throw new Error('no documents')
  const wrong = [repeat, existing, created].map((document) => ({ ...document, correction }))
  const put = await shelf.put([...wrong, honest], new AbortController().signal)
  expect(put.corrected.map(({ id }) => id)).toEqual([created.id])
  expect(corrected).toHaveBeenCalledWith(put.corrected)
})
