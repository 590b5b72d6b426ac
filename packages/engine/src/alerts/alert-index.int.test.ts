import type { EventDocument } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventIndex } from '../event-index.ts'
import { createGenerationIndex } from '../generation-index.ts'
import { documentOf } from '../mapping/fixtures/sample-documents.ts'
import type { AlertEntry, ListedAlert } from './alert-entry.ts'
import type { AlertFilter } from './alert-filter.ts'
import { type AlertIndex, createAlertIndex } from './alert-index.ts'
import type { AlertOrder, AlertPosition } from './alert-page.ts'
import { createEventLookup } from './event-lookup.ts'

const generations = [
  { number: 1, day: '2026-11-13' },
  { number: 2, day: '2026-11-14' },
]
const asking = { requestId: 'int-test', signal: new AbortController().signal }
const START = Date.parse('2026-11-13T22:00:00.000Z')
const ALERTS = 400

/** Few distinct values, so that alerts share timestamps, risks and IP addresses. */
function anAlert(n: number): Record<string, unknown> {
  const pick = (salt: number, count: number) => (n * 7_919 + salt * 104_729 + ((n * salt) % 97)) % count
  const when = new Date(START + pick(1, 150) * 60_000).toISOString()
  const ends = {
    src_ip: pick(2, 5) === 0 ? `2001:db8::${pick(3, 4)}` : `10.0.${pick(3, 3)}.${pick(4, 8)}`,
    dest_ip: `198.51.100.${pick(5, 10)}`,
    flow_id: 1_000 + pick(6, 50),
    community_id: `1:flow${pick(6, 50)}`,
  }
  const kind = pick(7, 4)
  if (kind === 0) {
    const state = pick(8, 2) === 0 ? 'Infected' : 'Suspicious'
    const found = `${state} : Synthetic.${pick(9, 3)}`
    return {
      event_type: 'malware',
      timestamp_detected: when,
      severity: 1 + pick(10, 2),
      state,
      detail_threat_found: found,
      ...ends,
    }
  }
  if (kind === 1) {
    return { event_type: 'shellcode', timestamp_detected: when, severity: 1, sub_type: 'Linux_x86_64', ...ends }
  }
  const category = pick(11, 2) === 0 ? 'A Network Trojan was detected' : 'Misc activity'
  const signature = `SYNTHETIC ${pick(12, 2) === 0 ? 'Loader Check-in' : 'Port Sweep'} M${pick(13, 3)}`
  return { event_type: 'alert', timestamp: when, alert: { signature, category, severity: 1 + pick(14, 3) }, ...ends }
}

const documents = Array.from({ length: ALERTS }, (_, n) => documentOf(anAlert(n), n))
const entries = documents.map(({ entry }) => JSON.parse(entry?.json ?? '') as AlertEntry)
let engine: TestEngine
let index: AlertIndex

beforeAll(async () => {
  engine = testEngine()
  const { client, config } = engine
  const generationIndex = createGenerationIndex(client, config)
  for (const generation of generations) await generationIndex.create(generation)
  const placed = documents.flatMap((document, n) =>
    [document, document.entry as EventDocument].map(({ id, family, json }) => {
      const generation = generations[n % 2] as (typeof generations)[number]
      return { id, json, index: generationIndex.indexName(family, generation) }
    }),
  )
  const written = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const results = await written.write(placed, AbortSignal.timeout(30_000))
  if (results.some(({ kind }) => kind !== 'created')) throw new Error('not all alerts were stored')
  for (const generation of generations) {
    await generationIndex.seal(generation)
    // Sealing leaves alert entries writable, and to their own refresh.
    await client.indices.refresh({ index: generationIndex.indexName('alerts', generation) })
  }
  index = createAlertIndex(client, config)
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

/** All pages of a listing, in order. */
async function listAll(filter: AlertFilter, order: AlertOrder, limit: number): Promise<ListedAlert[]> {
  const found: ListedAlert[] = []
  let after: AlertPosition | undefined
  do {
    const page = await index.page(
      { filter, order, limit, count: 'none', hasContributions: true, ...(after && { after }) },
      asking,
    )
    found.push(...page.entries)
    after = page.next
  } while (after)
  return found
}

function withoutIndex(listed: ListedAlert): AlertEntry {
  const { index: _, ...entry } = listed
  return entry
}

function naively(filter: AlertFilter, order: AlertOrder): AlertEntry[] {
  const isIn = (address: string | undefined, wanted: string) =>
    wanted.includes('/24') ? address?.startsWith(wanted.slice(0, wanted.lastIndexOf('.') + 1)) : address === wanted
  const wanted = entries.filter(
    (each) =>
      each['@timestamp'] >= (filter.from ?? '') &&
      each['@timestamp'] <= (filter.to ?? '9') &&
      (filter.ip === undefined || isIn(each.src_ip, filter.ip) || isIn(each.dest_ip, filter.ip)) &&
      (filter.srcIp === undefined || isIn(each.src_ip, filter.srcIp)) &&
      (filter.destIp === undefined || isIn(each.dest_ip, filter.destIp)) &&
      each.risk >= (filter.riskMin ?? 0) &&
      each.risk <= (filter.riskMax ?? 100) &&
      (filter.types === undefined || filter.types.includes(each.type)) &&
      (filter.severities === undefined || filter.severities.includes(each.severity ?? -1)) &&
      (filter.states === undefined || filter.states.includes(each.state ?? '')) &&
      (filter.name === undefined || each.name === filter.name) &&
      (filter.probeId === undefined || each.probe.id === filter.probeId) &&
      (filter.search === undefined ||
        filter.search
          .toLowerCase()
          .split(' ')
          .every((word) => `${each.name} ${each.description}`.toLowerCase().includes(word))),
  )
  const [key, direction] = order.split('_')
  const sign = direction === 'asc' ? 1 : -1
  return wanted.sort((a, b) => {
    const byRisk = key === 'risk' ? a.risk - b.risk : 0
    return sign * (byRisk || a['@timestamp'].localeCompare(b['@timestamp']) || (a.uuid < b.uuid ? -1 : 1))
  })
}

const instant = fc.integer({ min: -10, max: 160 }).map((minutes) => new Date(START + minutes * 60_000).toISOString())
const address = fc.constantFrom(
  '10.0.1.3',
  '10.0.2.0/24',
  '198.51.100.4',
  '198.51.100.0/24',
  '2001:db8::1',
  '192.0.2.1',
)
const everyFilter = {
  from: instant,
  to: instant,
  probeId: fc.constantFrom(1, 1, 2),
  ip: address,
  srcIp: address,
  destIp: address,
  riskMin: fc.integer({ min: 0, max: 100 }),
  riskMax: fc.integer({ min: 0, max: 100 }),
  types: fc.uniqueArray(fc.constantFrom('network_engine', 'malware_engine', 'code_engine'), { minLength: 1 }),
  severities: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
  states: fc.uniqueArray(fc.constantFrom('Infected', 'Suspicious', 'Cleaned'), { minLength: 1 }),
  name: fc.constantFrom('SYNTHETIC Port Sweep M1', 'Infected : Synthetic.0', 'synthetic port sweep m1'),
  search: fc.constantFrom('loader', 'trojan LOADER', 'sweep m2', 'shellcode', 'port loader', '198.51.100.4'),
}
/** A few filters at a time, because all together would match nothing. */
const anyFilter: fc.Arbitrary<AlertFilter> = fc
  .tuple(fc.record(everyFilter), fc.subarray(Object.keys(everyFilter), { maxLength: 3 }))
  .map(([all, chosen]) => Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name))))
const anyOrder = fc.constantFrom<AlertOrder>('date_asc', 'date_desc', 'risk_asc', 'risk_desc')

test('returns each matching alert once and in order, for any filter, order and page size', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, anyOrder, fc.integer({ min: 7, max: 500 }), async (filter, order, limit) => {
      const listed = await listAll(filter, order, limit)
      expect(listed.map(withoutIndex)).toEqual(naively(filter, order))
      found += listed.length
    }),
    { numRuns: 150 },
  )
  expect(found).toBeGreaterThan(500)
}, 120_000)

test('returns the exact count and the contributions on request', async () => {
  const base = { filter: { riskMin: 30 }, order: 'date_desc', limit: 3 } as const
  const expected = naively({ riskMin: 30 }, 'date_desc')
  const exact = await index.page({ ...base, count: 'exact', hasContributions: false }, asking)
  expect(exact.total).toEqual({ value: expected.length, isExact: true })
  expect(exact.entries[0]).not.toHaveProperty('contributions')
  expect(exact.entries.map(({ uuid }) => uuid)).toEqual(expected.slice(0, 3).map(({ uuid }) => uuid))
})

test('finds an alert by uuid, and all alerts of one timestamp', async () => {
  const [first] = entries as [AlertEntry]
  expect(await index.find(first.uuid, asking)).toMatchObject(first)
  expect(await index.find('1-x-2', asking)).toBe('absent')
  const same = entries.filter((each) => each['@timestamp'] === first['@timestamp'])
  expect(same.length).toBeGreaterThan(1)
  const found = await index.at(first['@timestamp'], asking)
  expect(found.map(({ uuid }) => uuid).sort()).toEqual(same.map(({ uuid }) => uuid).sort())
})

test('finds the documents of alerts, and the events of the same flow', async () => {
  const lookup = createEventLookup(engine.client, engine.config)
  const listed = await listAll({}, 'date_desc', 1_000)
  const found = await lookup.documents(listed, asking)
  expect([...found.keys()].sort()).toEqual(entries.map(({ uuid }) => uuid).sort())
  expect(found.get(entries[0]?.uuid ?? '')).toEqual(JSON.parse(documents[0]?.json ?? ''))

  const [first] = entries as [AlertEntry]
  const flow = anAlert(0)
  const keys = { '@timestamp': first['@timestamp'], probeId: 1, flowId: String(flow.flow_id) }
  const ofFlow = entries.filter((_, n) => anAlert(n).flow_id === flow.flow_id).map(({ uuid }) => uuid)
  const byFlow = await lookup.flowMates(keys, asking)
  expect(byFlow.isAll).toBe(true)
  expect(byFlow.mates.map(({ uuid }) => uuid).sort()).toEqual(ofFlow.sort())
  expect(await lookup.flowMates({ ...keys, probeId: 2 }, asking)).toEqual({ mates: [], isAll: true })
  const byCommunity = await lookup.flowMates(
    { '@timestamp': first['@timestamp'], probeId: 2, communityId: String(flow.community_id) },
    asking,
  )
  expect(byCommunity.mates).toEqual(byFlow.mates)
})

test('cancels the search when the caller disconnects', async () => {
  const controller = new AbortController()
  const page = index.page(
    { filter: {}, order: 'date_desc', limit: 10, count: 'exact', hasContributions: false },
    { requestId: 'gone', signal: controller.signal },
  )
  controller.abort()
  await expect(page).rejects.toMatchObject({ name: 'AbortError' })
})
