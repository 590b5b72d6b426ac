import type { PlacedDocument, WriteResult } from '@watchpost/engine'
import { documentId, type EventDocument } from '@watchpost/model'
import { expect, test, vi } from 'vitest'
import { aGeneration } from '../../test/a-generation.ts'
import { silentTelemetry } from '../../test/silent-telemetry.ts'
import type { GenerationView } from '../generations.ts'
import type { Placement } from './place.ts'
import { createDocumentWriter, type DocumentWriterPorts } from './document-writer.ts'
import type { IndexerTelemetry } from '../telemetry.ts'

const stream = 'e'.repeat(32)
const generation = aGeneration(1, { day: '2026-11-14' })
const stop = new AbortController().signal

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

function anAlert(sequence: number): EventDocument {
  const event = aDocument(sequence, sequence)
  return { ...event, entry: { ...event, family: 'alerts', json: '{"listed":1.0}' } }
}

interface Fake {
  write(documents: readonly PlacedDocument[]): WriteResult[]
  place?: (documents: readonly EventDocument[]) => Placement
  removed?: () => boolean
  telemetry?: Partial<IndexerTelemetry>
}

/** One open generation; all requests are recorded in `requests`. */
function aWriter({ write, place, removed, telemetry }: Fake) {
  const requests: string[][] = []
  const view: GenerationView = {
    current: generation,
    get: () => ({ ...generation, isRemoved: removed?.() ?? false }),
    after: () => undefined,
  }
  const ports: DocumentWriterPorts = {
    place: async (documents) =>
      place?.(documents) ?? { toWrite: [{ generation, documents: [...documents] }], repeats: [], expired: [] },
    generations: { refresh: async () => undefined, view: async () => view },
    indexName: (family) => family,
    write: async (documents) => {
      requests.push(documents.map(({ index, json }) => `${index} ${json}`))
      return write(documents)
    },
    telemetry: { ...silentTelemetry, ...telemetry },
    sealingMs: 0,
  }
  return { ...createDocumentWriter(ports), requests }
}
const allCreated = (documents: readonly PlacedDocument[]): WriteResult[] => documents.map(() => ({ kind: 'created' }))

test('writes only the first of two equal events in a batch and counts the second as a repeat', async () => {
  const dropped = vi.fn<IndexerTelemetry['dropped']>()
  const stored = vi.fn<IndexerTelemetry['stored']>()
  const documentWriter = aWriter({ write: allCreated, telemetry: { stored, dropped } })
  await documentWriter.put([aDocument(0, 10), aDocument(1, 11), aDocument(0, 12)], [], stop)
  expect(documentWriter.requests).toEqual([['network_events {"offset":10}', 'network_events {"offset":11}']])
  expect(stored).toHaveBeenCalledWith(2)
  expect(dropped).toHaveBeenCalledWith('repeat', 1)
})

test('sends a document that the engine always refuses to the dead letters, after one attempt to fix it', async () => {
  const detail = 'status 500 in 9 attempts'
  const documentWriter = aWriter({ write: (documents) => documents.map(() => ({ kind: 'refused', detail })) })
  const document = { ...aDocument(0, 10), json: '{"a":1.0,"pgsql":{"request":false}}' }
  const { refused, refusedEntries } = await documentWriter.put([document], [], stop)
  expect(documentWriter.requests.flat()).toEqual([
    `network_events ${document.json}`,
    'network_events {"a":1,"pgsql":{}}',
  ])
  expect(refused).toMatchObject([{ reason: 'refused-by-engine', detail }])
  expect(refusedEntries).toEqual([])
})

test('counts a corrected time when the event is stored, and not when it already exists', async () => {
  const corrected = vi.fn<IndexerTelemetry['corrected']>()
  const documentWriter = aWriter({
    place: ([first, ...others]) => ({
      toWrite: [{ generation, documents: others }],
      repeats: [{ generation, documents: first ? [first] : [] }],
      expired: [],
    }),
    write: (documents) => documents.map((_, turn) => ({ kind: turn === 0 ? 'exists' : 'created' })),
    telemetry: { corrected },
  })
  const correction = { fault: 'ahead', claimed: '9999-12-31T23:59:59Z' } as const
  const [repeat, existing, created, honest] = [0, 1, 2, 3].map((sequence) => aDocument(sequence, sequence))
  if (!repeat || !existing || !created || !honest) throw new Error('no documents')
  const wrong = [repeat, existing, created].map((document) => ({ ...document, correction }))
  const put = await documentWriter.put([...wrong, honest], [], stop)
  expect(put.corrected.map(({ id }) => id)).toEqual([created.id])
  expect(corrected).toHaveBeenCalledWith(put.corrected)
})

test('returns entries with the generation of their events, also for repeats, and writes them with the next events', async () => {
  const listed = vi.fn<IndexerTelemetry['listed']>()
  const documentWriter = aWriter({
    place: ([first, ...others]) => ({
      toWrite: [{ generation, documents: others }],
      repeats: [{ generation: { ...generation, number: 7 }, documents: first ? [first] : [] }],
      expired: [],
    }),
    write: allCreated,
    telemetry: { listed },
  })
  const { entries } = await documentWriter.put([anAlert(0), anAlert(1), aDocument(2, 2)], [], stop)
  expect(entries.map(({ generation: { number }, documents }) => [number, documents.length])).toEqual([
    [7, 1],
    [1, 1],
  ])
  expect(listed).toHaveBeenLastCalledWith(0)
  await documentWriter.put([aDocument(3, 3), aDocument(4, 4)], entries, stop)
  expect(documentWriter.requests.at(-1)).toEqual([
    'network_events {"offset":4}',
    'alerts {"listed":1.0}',
    'alerts {"listed":1.0}',
  ])
  expect(listed).toHaveBeenLastCalledWith(2)
})

test('sends an entry that the engine refuses to the dead letters of its batch, after one attempt to fix it', async () => {
  const documentWriter = aWriter({
    write: (documents) =>
      documents.map(({ index }) => (index === 'alerts' ? { kind: 'refused', detail: 'no' } : { kind: 'created' })),
  })
  const { entries } = await documentWriter.put([anAlert(0)], [], stop)
  const { refused, refusedEntries, stored } = await documentWriter.put([aDocument(1, 1)], entries, stop)
  expect(documentWriter.requests.slice(1)).toEqual([
    ['network_events {"offset":1}', 'alerts {"listed":1.0}'],
    ['alerts {"listed":1}'],
  ])
  expect(refused).toEqual([])
  expect(refusedEntries).toMatchObject([{ reason: 'refused-by-engine', detail: 'no' }])
  expect(stored).toHaveLength(1)
})

test('retries an entry whose index is closed until its generation is removed', async () => {
  let attempts = 0
  const unlisted = vi.fn<IndexerTelemetry['unlisted']>()
  const documentWriter = aWriter({
    write: (documents) => documents.map(({ index }) => ({ kind: index === 'alerts' ? 'closed' : 'created' })),
    removed: () => ++attempts === 3,
    telemetry: { unlisted },
  })
  const { entries } = await documentWriter.put([anAlert(0), anAlert(1)], [], stop)
  await documentWriter.put([], entries, stop)
  expect(documentWriter.requests).toHaveLength(1 + 3)
  expect(unlisted.mock.calls).toEqual([[2]])
})
