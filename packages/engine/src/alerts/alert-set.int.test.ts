import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlertProjection } from './alert-projection.ts'
import { type CandidateRequest, createAlertSet } from './alert-set.ts'
import { anyFilter, entries, matching, storeAlerts } from './fixtures/some-alerts.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
const closed = { status: 'closed', tags: [], verdict: null, assignee: null } as const
let engine: TestEngine

beforeAll(async () => {
  engine = testEngine()
  await storeAlerts(engine.client, engine.config)
  const { prepare, project } = createAlertProjection(engine.client, engine.config)
  await prepare()
  // Every third alert was closed, at a revision that grows with its number.
  const states = entries.flatMap(({ uuid, '@timestamp': at }, n) =>
    n % 3 === 0 ? [{ uuid, atMs: Date.parse(at), revision: 1_000 + n, ...closed }] : [],
  )
  const results = await project(states, asking)
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['stored']))
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

async function all(request: Omit<CandidateRequest, 'after' | 'limit'>, limit: number): Promise<string[]> {
  const { candidates } = createAlertSet(engine.client, engine.config)
  const uuids: string[] = []
  let after: [number, string] | undefined
  for (;;) {
    const { alerts, hasMore } = await candidates({ ...request, limit, ...(after && { after }) }, asking)
    uuids.push(...alerts.map(({ uuid }) => uuid))
    const last = alerts.at(-1)
    if (!hasMore || !last) return uuids
    after = [last.atMs, last.uuid]
  }
}

const position = (offset: number) => {
  const { epoch, partition } = entries[0]?.ingest ?? { epoch: 0, partition: 0 }
  return { epoch, offsets: new Map([[partition, offset]]) }
}

test('pages through exactly the alerts of a filter that arrived before a position, in order of time', async () => {
  const { count } = createAlertSet(engine.client, engine.config)
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      anyFilter,
      fc.nat(entries.length),
      fc.integer({ min: 1, max: 40 }),
      async (filter, offset, limit) => {
        const expected = matching(filter)
          .filter(({ ingest }) => ingest.offset < offset)
          .toSorted((a, b) => (a['@timestamp'] + a.uuid < b['@timestamp'] + b.uuid ? -1 : 1))
        const before = position(offset)
        expect(await all({ filter: { ...filter, before }, sinceRevision: 0, pending: [] }, limit)).toEqual(
          expected.map(({ uuid }) => uuid),
        )
        expect(await count({ ...filter, before }, asking)).toBe(expected.length)
        found += expected.length
      },
    ),
    { numRuns: 30 },
  )
  expect(found).toBeGreaterThan(200)
}, 120_000)

test('with a filter by marks, adds alerts that were changed since and pending ones', async () => {
  const request = { filter: { before: position(entries.length) }, mark: { statuses: ['open'] } }
  const isClosed = (n: number) => n % 3 === 0
  const pending = [entries[0]?.uuid ?? '']
  const found = new Set(await all({ ...request, sinceRevision: 1_200, pending }, 100))
  entries.forEach(({ uuid }, n) => {
    expect(found.has(uuid), `alert ${n}`).toBe(!isClosed(n) || n > 200 || n === 0)
  })
})
