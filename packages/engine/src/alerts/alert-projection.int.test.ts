import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlertGroups } from './alert-groups.ts'
import { createAlertIndex } from './alert-index.ts'
import { createAlertProjection, type ProjectedState, type ProjectionResult } from './alert-projection.ts'
import { createAlertSummary } from './alert-summary.ts'
import { anyFilter, entries, matching, storeAlerts } from './fixtures/some-alerts.ts'
import type { MarkConditions } from './mark-clauses.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
let engine: TestEngine

beforeAll(async () => {
  engine = testEngine()
  await storeAlerts(engine.client, engine.config)
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

type Mark = Pick<ProjectedState, 'status' | 'tags' | 'verdict' | 'assignee'>
const unchanged: Mark = { status: 'open', tags: [], verdict: null, assignee: null }

function stateOf(n: number, revision: number, mark: Partial<Mark>): ProjectedState {
  const entry = entries[n]
  if (!entry) throw new Error('there is no such alert')
  return { uuid: entry.uuid, atMs: Date.parse(entry['@timestamp']), revision, ...unchanged, ...mark }
}

async function countOf(mark: MarkConditions): Promise<number | undefined> {
  const { page } = createAlertIndex(engine.client, engine.config)
  const request = { order: 'date_asc', limit: 1, count: 'exact', hasContributions: false } as const
  return (await page({ ...request, filter: { mark } }, asking)).total?.value
}

test('copies a state into an entry of a sealed generation, and never replaces a newer one', async () => {
  const { prepare, project } = createAlertProjection(engine.client, engine.config)
  await prepare()
  const closed = stateOf(0, 20, { status: 'closed', tags: ['x'], verdict: 'benign', assignee: 'olga' })
  const absent = { ...closed, uuid: `9-${'f'.repeat(32)}-000000000000` }
  expect(await kinds(project([closed, absent], asking))).toEqual(['stored', 'missing'])
  expect(await countOf({ assignees: ['olga'] })).toBe(1)

  expect(await kinds(project([stateOf(0, 19, { status: 'acknowledged' })], asking))).toEqual(['stored'])
  expect(await kinds(project([closed], asking))).toEqual(['stored'])
  expect(await countOf({ statuses: ['closed'] })).toBe(1)

  expect(await kinds(project([stateOf(0, 21, {})], asking))).toEqual(['stored'])
  expect(await countOf({ statuses: ['closed'] })).toBe(0)
  expect(await countOf({ assignees: ['@none'], verdicts: ['none'], notTags: ['x'] })).toBe(entries.length)
})

test('of concurrent projections of an alert the newest state stays', async () => {
  const { project } = createAlertProjection(engine.client, engine.config)
  const states = Array.from({ length: 8 }, (_, n) => stateOf(1, 100 + n, { tags: [`t${n}`] }))
  const left = new Set(states)
  while (left.size > 0) {
    await Promise.all(
      [...left].map(async (state) => {
        const [result] = await project([state], asking)
        if (result?.kind === 'stored') left.delete(state)
      }),
    )
  }
  expect(await countOf({ tags: ['t7'] })).toBe(1)
})

test('names the IP addresses, the day and the hour of an alert', async () => {
  const { project } = createAlertProjection(engine.client, engine.config)
  const [entry] = entries
  const at = entry?.['@timestamp'] ?? ''
  const expected = { kind: 'stored', day: at.slice(0, 10), hour: new Date(at).getUTCHours() }
  for (let turn = 0; turn < 2; turn++) {
    const [result] = await project([stateOf(0, 30, { status: 'closed' })], asking)
    expect(result).toMatchObject(expected)
    const ips = result?.kind === 'stored' ? result.ips : []
    expect(ips).toEqual([...new Set([entry?.src_ip, entry?.dest_ip])].filter((each) => each !== undefined))
  }
})

test('resets entries with an older state', async () => {
  const { project, reset } = createAlertProjection(engine.client, engine.config)
  await project([stateOf(2, 500, { status: 'closed', assignee: 'omar' })], asking)
  await project([stateOf(3, 9_000, { status: 'closed', assignee: 'omar' })], asking)
  while ((await reset(1_000, asking)) > 0);
  expect(await countOf({ assignees: ['omar'] })).toBe(1)
})

async function kinds(results: Promise<ProjectionResult[]>): Promise<string[]> {
  return (await results).map(({ kind }) => kind)
}

const statuses = ['open', 'acknowledged', 'closed'] as const
const verdicts = ['true_positive', 'false_positive', 'benign'] as const
const anyMark: fc.Arbitrary<Mark> = fc.record({
  status: fc.constantFrom(...statuses),
  tags: fc.subarray(['x', 'y']),
  verdict: fc.constantFrom(null, ...verdicts),
  assignee: fc.constantFrom(null, 'ada', 'olga'),
})
const anyConditions: fc.Arbitrary<MarkConditions> = fc.record(
  {
    statuses: fc.subarray([...statuses]),
    notStatuses: fc.subarray([...statuses], { maxLength: 2 }),
    tags: fc.subarray(['x', 'y']),
    notTags: fc.subarray(['x', 'y']),
    verdicts: fc.subarray(['none', ...verdicts]),
    notVerdicts: fc.subarray(['none', ...verdicts], { maxLength: 2 }),
    assignees: fc.subarray(['@none', 'ada', 'olga']),
    notAssignees: fc.subarray(['@none', 'ada'], { maxLength: 1 }),
  },
  { requiredKeys: [] },
)

function isMatch(mark: Mark, wanted: MarkConditions): boolean {
  const isIn = (value: string, only: readonly string[] = []) => only.length === 0 || only.includes(value)
  const isOut = (value: string, not: readonly string[] = []) => !not.includes(value)
  const [verdict, assignee] = [mark.verdict ?? 'none', mark.assignee ?? '@none']
  return (
    isIn(mark.status, wanted.statuses) &&
    isOut(mark.status, wanted.notStatuses) &&
    (wanted.tags ?? []).every((tag) => mark.tags.includes(tag)) &&
    !(wanted.notTags ?? []).some((tag) => mark.tags.includes(tag)) &&
    isIn(verdict, wanted.verdicts) &&
    isOut(verdict, wanted.notVerdicts) &&
    isIn(assignee, wanted.assignees) &&
    isOut(assignee, wanted.notAssignees)
  )
}

test('lists, counts and groups exactly the matching alerts, for any marks, of which some are pending', async () => {
  const { project } = createAlertProjection(engine.client, engine.config)
  const { page } = createAlertIndex(engine.client, engine.config)
  const { summarise } = createAlertSummary(engine.client, engine.config)
  const groups = createAlertGroups(engine.client, engine.config)
  const wishes = fc.sample(fc.tuple(anyMark, anyMark, fc.boolean()), { numRuns: entries.length, seed: 7 })
  // Every alert gets a state, because some have one of the tests before.
  const states = wishes.map(([mark, , isMarked], n) => stateOf(n, 1_000_000, isMarked ? mark : unchanged))
  expect(new Set(await kinds(project(states, asking)))).toEqual(new Set(['stored']))
  const copied = new Map<string, Mark>(states.map((state) => [state.uuid, state]))
  const pending = new Map(wishes.flatMap(([, later], n) => (n % 10 === 0 ? [[entries[n]?.uuid ?? '', later]] : [])))
  const markOf = (uuid: string) => pending.get(uuid) ?? copied.get(uuid) ?? unchanged

  let found = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, anyConditions, async (filter, conditions) => {
      const matchingPending = [...pending].filter(([, mark]) => isMatch(mark, conditions)).map(([uuid]) => uuid)
      const mark = { ...conditions, pending: { uuids: [...pending.keys()], matching: matchingPending } }
      const request = { filter: { ...filter, mark }, order: 'date_desc', hasContributions: false } as const
      const listed = await page({ ...request, limit: entries.length, count: 'exact' }, asking)
      const expected = matching(filter).filter(({ uuid }) => isMatch(markOf(uuid), conditions))
      expect(new Set(listed.entries.map(({ uuid }) => uuid))).toEqual(new Set(expected.map(({ uuid }) => uuid)))
      expect(listed.total).toEqual({ value: expected.length, isExact: true })

      const summary = { filter: request.filter, interval: '1h', by: 'severity', top: [], size: 1 } as const
      expect((await summarise(summary, asking)).total).toBe(expected.length)
      const grouped = await groups.page({ ...request, limit: 1_000, skip: 0 }, asking)
      expect(grouped.groups.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
      found += expected.length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(200)
}, 240_000)
