import { type EventDocument, type Family, families, type StoredFamily } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { createEventIndex, type WriteResult } from '../event-index.ts'
import { createGenerationIndex } from '../generation-index.ts'
import { documentOf, sampleDocuments } from './fixtures/sample-documents.ts'

const generation = { number: 1, day: '2026-11-14' }
const lastDay = { range: { '@timestamp': { gte: 'now-24h', lte: 'now' } } }

interface Answer {
  hits: { total: { value: number }; hits: { _source: Record<string, unknown> }[] }
  aggregations?: Record<string, { buckets: { key: unknown; doc_count: number }[] }>
}

test('accepts all samples of all kinds without ignored fields', async () => {
  await using engine = testEngine()
  const documents = sampleDocuments()
  const results = await store(engine, documents)

  expect(results.filter(({ kind }) => kind !== 'created')).toEqual([])
  const total = await search(engine, families, { track_total_hits: true })
  expect(total.hits.total.value).toBe(documents.length)
  const odd = await search(engine, families, { query: { exists: { field: '_ignored' } } })
  expect(odd.hits.hits).toEqual([])
})

test('finds the expected events with the example searches of the API', async () => {
  await using engine = testEngine()
  await store(engine, sampleDocuments())
  const hits = async (family: Family, match: Record<string, unknown>, sort: Record<string, string> = {}) => {
    const query = { bool: { must: [{ match }], filter: [{ match_all: {} }, lastDay] } }
    return (await search(engine, [family], { size: 10, query, sort })).hits.hits.map(({ _source: source }) => source)
  }
  const top = async (family: Family, field: string) => {
    const terms = { field, order: { _count: 'desc' }, size: 10 }
    const { aggregations } = await search(engine, [family], { size: 0, aggs: { [field]: { terms } } })
    return aggregations?.[field]?.buckets ?? []
  }

  expect(await hits('network_events', { 'fileinfo.stored': 'true' })).toContainEqual(
    expect.objectContaining({ event_type: 'fileinfo', fileinfo: expect.objectContaining({ stored: true }) }),
  )
  const malware = await hits('malware', { event_type: 'malware' }, { severity: 'desc' })
  expect(malware.map(({ severity }) => severity)).toEqual([1, 0])
  expect(await hits('code_analysis', { event_type: 'shellcode' }, { severity: 'desc' })).toHaveLength(1)
  expect(await hits('code_analysis', { event_type: 'powershell' }, { 'scores.analysis': 'desc' })).toHaveLength(1)
  const alerts = await hits('network_events', { event_type: 'alert' }, { 'alert.severity': 'desc' })
  const severities = alerts.map(({ alert }) => (alert as { severity: number }).severity)
  expect(severities).toEqual(severities.toSorted((a, b) => b - a))
  expect(severities.length).toBeGreaterThan(5)

  expect(await top('network_events', 'alert.signature')).toContainEqual({
    key: 'SYNTHETIC MALWARE Loader Check-in',
    doc_count: 1,
  })
  expect(await top('network_events', 'src_ip')).toContainEqual(expect.objectContaining({ key: '192.0.2.10' }))
  expect(await top('code_analysis', 'sub_type')).toContainEqual({ key: 'Windows_x86_32', doc_count: 1 })
  expect(await top('malware', 'detail_threat_found')).toContainEqual({ key: 'No Threat Detected', doc_count: 1 })

  const sources = ['src_ip', 'dest_ip'].map((field) => ({ [field]: { terms: { field, order: 'desc' } } }))
  const pairs = await search(engine, ['network_events'], {
    size: 0,
    aggs: { pairs: { composite: { sources, size: 65_535 } } },
  })
  expect(pairs.aggregations?.pairs?.buckets).toContainEqual(
    expect.objectContaining({ key: { src_ip: '192.0.2.10', dest_ip: '198.51.100.20' } }),
  )
  expect(await hits('malware', { state: 'Infected' })).toHaveLength(1)
})

test('finds IP addresses by network, free objects by path, and Suricata times', async () => {
  await using engine = testEngine()
  await store(engine, sampleDocuments())
  const count = async (family: Family, query: object) => (await search(engine, [family], { query })).hits.total.value

  expect(await count('network_events', { term: { src_ip: '192.0.2.0/24' } })).toBeGreaterThan(10)
  expect(await count('malware', { term: { 'engine_id.1.scan_result': 'INFECTED' } })).toBe(1)
  expect(await count('network_events', { range: { 'flow.start': { lt: 'now' } } })).toBeGreaterThan(5)
})

test('accepts the entries of all sample alerts, and finds them by IP address, word and time', async () => {
  await using engine = testEngine()
  const entries = sampleDocuments().flatMap(({ entry }) => entry ?? [])
  expect((await store(engine, entries)).filter(({ kind }) => kind !== 'created')).toEqual([])
  const count = async (query: object) => (await search(engine, ['alerts'], { query })).hits.total.value

  expect(await count({ exists: { field: '_ignored' } })).toBe(0)
  expect(await count(lastDay)).toBe(entries.length)
  expect(await count({ term: { ip: '203.0.113.0/24' } })).toBeGreaterThan(3)
  expect(await count({ match: { 'name.text': { query: 'loader synthetic', operator: 'and' } } })).toBe(1)
  expect(await count({ match: { description: 'trojan' } })).toBeGreaterThan(1)
  expect(await count({ term: { name: 'SYNTHETIC MALWARE Loader Check-in' } })).toBe(1)
  expect(await count({ range: { risk: { gte: 0, lte: 100 } } })).toBe(entries.length)
})

/** Shapes that a stranger on the network, or another version of a detector, can produce. */
const odd: [string, Record<string, unknown>][] = [
  [
    'an alert of odd values',
    {
      event_type: 'alert',
      src_port: 2 ** 40,
      alert: { severity: 1e300, signature: 'x'.repeat(40_000), category: 'ü'.repeat(40_000), signature_id: 1e300 },
    },
  ],
  ['text where a number is expected', { http: { status: 'OK', length: { odd: true } } }],
  ['no address where one is expected', { src_ip: '', dest_ip: 'not-an-address' }],
  ['a value longer than a term may be', { http: { url: `/${'ü'.repeat(40_000)}` } }],
  ['a payload longer than a term may be', { payload_printable: 'x'.repeat(100_000) }],
  [
    'names of MQTT properties',
    { mqtt: { publish: { properties: { '': 'a', '..': 'b', 'a..b': 'c'.repeat(40_000) } } } },
  ],
  [
    'names of PostgreSQL parameters',
    { pgsql: { request: { startup_parameters: { optional_parameters: [{ '.': 'x' }, { 'database.x': 'y' }] } } } },
  ],
  [
    'a name of JavaScript',
    { mqtt: { connect: { properties: { ['__proto__']: 'x', constructor: { prototype: 1 } } } } },
  ],
  ['a Modbus write in hexadecimal', { modbus: { request: { write: { address: 1, data: '00ff' } } } }],
  ['a session beyond 63 bits', { smb: { session_id: 2 ** 63 + 2 ** 20 } }],
  ['names that no one knows', { new_protocol: { a: [1, 'x', { b: null }] }, alert: { metadata: { anything: ['x'] } } }],
]

test('accepts events with malformed fields', async () => {
  await using engine = testEngine()
  const records = odd.map(([, fields]) => ({
    timestamp: '2026-11-14T09:11:01.204118+0000',
    event_type: 'flow',
    ...fields,
  }))
  const results = await store(
    engine,
    records.map((record, sequence) => documentOf(record, sequence)),
  )
  expect(
    odd.flatMap(([what], turn) => (results[turn]?.kind === 'created' ? [] : [{ what, ...results[turn] }])),
  ).toEqual([])
  expect(results.filter(({ kind }) => kind !== 'created')).toEqual([])

  const { hits } = await search(engine, ['network_events'], { size: 100, sort: ['ingest.sequence'] })
  hits.hits.forEach(({ _source: source }, turn) => expect(source).toMatchObject(records[turn] ?? {}))
  expect(hits.hits).toHaveLength(odd.length)
})

test('rejects a malformed envelope, because it would be a bug of ours', async () => {
  await using engine = testEngine()
  const document = documentOf({ timestamp: '2026-11-14T09:11:01Z', event_type: 'flow' }, 0)
  const broken = document.json.replace('"sequence":0', '"sequence":"first"')
  expect(await store(engine, [{ ...document, json: broken }])).toEqual([
    { kind: 'refused', detail: expect.stringContaining('ingest.sequence') },
  ])
})

/**
 * Stores documents in a first generation, makes them searchable, and returns the result of each, alert entries last.
 */
async function store({ client, config }: TestEngine, documents: EventDocument[]): Promise<WriteResult[]> {
  const index = createGenerationIndex(client, config)
  await index.create(generation)
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const all = [...documents, ...documents.flatMap(({ entry }) => entry ?? [])]
  const placed = all.map(({ id, family, json }) => ({ id, json, index: index.indexName(family, generation) }))
  const results = await events.write(placed, AbortSignal.timeout(30_000))
  await client.indices.refresh({ index: `${config.prefix}*` })
  return results
}

async function search({ client, config }: TestEngine, of: readonly StoredFamily[], body: object): Promise<Answer> {
  const path = `/${of.map((family) => config.prefix + family).join()}/_search`
  const answer = await client.transport.request({ method: 'POST', path, body })
  return answer.body as Answer
}
