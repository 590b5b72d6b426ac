import { buildIndexBody, createSearchTransport, fieldCatalog } from '@watchpost/engine'
import { guardSearch } from '@watchpost/query-guard'
import { testEngine } from '@watchpost/testkit/test-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './answer/answer.ts'
import { createEngineSearch } from './engine-search.ts'

const real = testEngine()
const transport = createSearchTransport(real.config, { silenceMs: 10_000, answerMs: 16_000 })
const engine = createEngineSearch(transport, { shardsAtOnce: { cheap: 5, costly: 1 }, isCrowded: () => true })
const index = `${real.config.prefix}network_events`
const fields = fieldCatalog('network_events')

/** The second has a corrected time, and its original time as the probe wrote it. */
const documents = [
  { '@timestamp': '2026-11-14T09:11:01.204Z', timestamp: '2026-11-14T09:11:01.204118+0000' },
  { '@timestamp': '2026-11-14T10:00:00.000Z', timestamp: '1970-01-01T00:00:00.000000+0000' },
  { '@timestamp': '2026-11-15T00:00:00.000Z', timestamp: '2026-11-15T01:00:00.000000+0100' },
]

beforeAll(async () => {
  await real.client.indices.create({ index, body: buildIndexBody('network_events', real.config) })
  const lines = documents.flatMap((document, turn) => {
    const at = document['@timestamp']
    const times = { timestamp_detected: at, timestamp_analyzed: at, timestamp_received: at }
    return [{ create: { _id: String(turn) } }, { ...document, ...times, event_type: 'flow', flow_id: turn }]
  })
  const { body } = await real.client.bulk({ index, body: lines, refresh: true })
  expect(body.errors).toBe(false)
})
afterAll(async () => {
  await transport.close()
  await real[Symbol.asyncDispose]()
})

interface Answered {
  hits: { hits: { _id: string; _source?: object; fields?: Record<string, unknown>; sort?: unknown }[] }
  aggregations?: unknown
}

async function ask(body: object, mode: 'whole' | 'stream' = 'whole'): Promise<Answered> {
  const guarded = guardSearch(Buffer.from(JSON.stringify(body)), { fields, kind: 'search' })
  if (!guarded.ok) expect.fail(JSON.stringify(guarded))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { normalised, queue, hitNames } = guarded
  const question = {
    target: index,
    body: normalised,
    hasOwnTimeout: false,
    hasHits: true,
    hitNames,
    queue,
    requestId: 'x',
  }
  engine.search(question, { onHead: () => mode, resolve, reject, onCut: () => {} })
  const answer = await promise
  const bytes = answer.kind === 'whole' ? answer.bytes : Buffer.concat(await answer.stream.toArray())
  return JSON.parse(bytes.toString()) as Answered
}

const names = ['timestamp', 'timestamp_detected', 'timestamp_analyzed']
const found = (answer: Answered) => ({
  hits: answer.hits.hits.map(({ _id, sort }) => ({ _id, sort })),
  aggregations: answer.aggregations,
})
const day = { gte: '2026-11-14', lte: '2026-11-14' }

const forms: [string, (field: string) => object][] = [
  ['a range', (field) => ({ query: { range: { [field]: day } }, sort: ['flow_id'] })],
  ['a format', (field) => ({ query: { range: { [field]: { gte: 1_794_700_000, format: 'epoch_second' } } } })],
  ['a term', (field) => ({ query: { term: { [field]: '2026-11-14T10:00:00Z' } } })],
  ['existence', (field) => ({ query: { exists: { field } }, sort: ['flow_id'] })],
  ['a sort', (field) => ({ sort: [{ [field]: 'desc' }] })],
  ['a page', (field) => ({ sort: [{ [field]: 'asc' }], search_after: [Date.parse('2026-11-14T09:30:00Z')] })],
  [
    'a histogram',
    (field) => ({
      size: 0,
      query: { range: { [field]: day } },
      aggs: { a: { date_histogram: { field, fixed_interval: '1h' } } },
    }),
  ],
  [
    'a composite',
    (field) => ({
      size: 0,
      aggs: {
        a: {
          composite: {
            sources: [{ d: { date_histogram: { field, calendar_interval: 'day', format: 'yyyy-MM-dd' } } }],
            after: { d: '2026-11-13' },
          },
        },
      },
    }),
  ],
  ['metrics', (field) => ({ size: 0, aggs: { a: { max: { field } }, b: { value_count: { field } } } })],
]

test.each(forms)('every alias of the event time gives the same answer: %s', async (_what, form) => {
  const wanted = found(await ask(form('@timestamp')))
  expect(JSON.stringify(wanted)).toMatch(/"_id"|"buckets":\[\{|"value":\d/)
  for (const name of names) expect(found(await ask(form(name)))).toEqual(wanted)
})

test.each(['whole', 'stream'] as const)('hits contain times by the requested names, %s', async (mode) => {
  const sort = ['flow_id']
  const one = await ask({ sort, _source: false, fields: ['timestamp_detected', 'flow_id'] }, mode)
  expect(one.hits.hits.map((hit) => hit.fields)).toEqual(
    documents.map((document, turn) => ({ timestamp_detected: [document['@timestamp']], flow_id: [turn] })),
  )
  const columns = [
    { field: 'timestamp', format: 'epoch_millis' },
    { field: '@timestamp', format: 'epoch_millis' },
  ]
  const two = await ask({ sort, docvalue_fields: columns }, mode)
  expect(two.hits.hits.map((hit) => hit.fields)).toEqual(
    documents.map((document) => {
      const at = [String(Date.parse(document['@timestamp']))]
      return { timestamp: at, '@timestamp': at }
    }),
  )
})

test('the document contains every time as it was stored', async () => {
  const answer = await ask({ sort: ['flow_id'], _source: ['timestamp*'], fields: ['timestamp'] })
  expect(answer.hits.hits.map((hit) => hit._source)).toEqual(
    documents.map(({ '@timestamp': at, timestamp }) => ({
      timestamp,
      timestamp_detected: at,
      timestamp_analyzed: at,
      timestamp_received: at,
    })),
  )
})
