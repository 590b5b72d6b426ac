import type { PlacedDocument } from '@watchpost/engine'
import { documentId, type EventDocument } from '@watchpost/model'
import { expect, test, vi } from 'vitest'
import { createShelf, type ShelfPorts } from './shelf.ts'
import type { IndexerTelemetry } from './telemetry.ts'

const stream = 'e'.repeat(32)

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
    telemetry: { stored, dropped, mended: () => undefined, listed: () => undefined } as unknown as IndexerTelemetry,
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
    telemetry: {
      stored: () => undefined,
      dropped: () => undefined,
      mended: () => undefined,
      listed: () => undefined,
    } as unknown as IndexerTelemetry,
  })
  const document = { ...aDocument(0, 10), json: '{"a":1.0,"pgsql":{"request":false}}' }
  const { refused } = await shelf.put([document], new AbortController().signal)
  expect(written).toEqual([document.json, '{"a":1,"pgsql":{}}'])
  expect(refused).toMatchObject([{ reason: 'refused-by-engine', detail: 'status 500 in 9 attempts' }])
})
