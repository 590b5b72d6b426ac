import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anAccount, anOrigin } from '../../test/an-account.ts'
import { createAlertHistoryStore } from '../alerts/alert-history-store.ts'
import type { AlertState, MarkChange } from '../alerts/alert-mark.ts'
import { createAlertMarkStore } from '../alerts/alert-mark-store.ts'
import type { MarkableAlert } from '../alerts/mark-rows.ts'
import type { AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AlertJob } from './alert-job.ts'
import { createAlertJobStore } from './alert-job-store.ts'

const alerts: MarkableAlert[] = Array.from({ length: 6 }, (_, n) => ({
  uuid: `1-${'a'.repeat(32)}-00000000000${n}`,
  atMs: 1_000 + n,
  receivedAt: new Date('2026-11-14T00:00:00Z'),
}))
const uuids = alerts.map(({ uuid }) => uuid)
const everything = { kind: 'filter' as const, filter: {}, before: { epoch: 1, offsets: [] } }
const isOpen = ({ status }: AlertState) => status === 'open'
const isAny = () => true

async function aScene() {
  const test = await testStore()
  const { store } = test
  const accountId = await anAccount(store)
  const origin: AuditOrigin = { ...anOrigin(), accountId, username: 'jo' }
  const marks = createAlertMarkStore(store)
  const jobs = createAlertJobStore(store, { running: 2 })
  const other: AuditOrigin = { ...origin, username: 'ada' }
  return {
    store,
    jobs,
    origin,
    mark: (n: number, change: MarkChange) => marks.change(other, [alerts[n] as MarkableAlert], change),
    async start(change: MarkChange, freeze?: Awaited<ReturnType<typeof jobs.freeze>>): Promise<AlertJob> {
      const wish = { target: everything, change, freeze: freeze ?? (await jobs.freeze()), matching: alerts.length }
      const job = await jobs.create(origin, wish)
      if (typeof job === 'string') throw new Error(job)
      return job
    },
    async states() {
      const found = await marks.find(uuids)
      return uuids.map((uuid) => found.get(uuid)?.status ?? 'open')
    },
    audit: () => auditOf(store),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

async function auditOf(store: Store) {
  const rows = await store.db.selectFrom('audit').select(['action', 'after']).orderBy('id').execute()
  return rows.filter(({ action }) => action.startsWith('alert-job')).map(({ action, after }) => [action, after])
}

function current(job: AlertJob | 'overtaken'): AlertJob {
  if (job === 'overtaken') throw new Error('overtaken')
  return job
}

test('changes the alerts batch by batch, with history, and one audit row at start and end', async () => {
  await using scene = await aScene()
  await scene.mark(1, { status: 'closed' })
  await scene.mark(2, { tags: ['x'] })
  const started = await scene.start({ status: 'closed', addTags: ['y'], note: 'a scan' })
  const first = await scene.jobs.runBatch(started, {
    alerts: alerts.slice(0, 3),
    next: [1_002, uuids[2] as string],
    isMember: isOpen,
  })
  expect(first).toMatchObject({ state: 'running', done: 2, skipped: 0, changed: 0, next: [1_002, uuids[2]] })
  const last = await scene.jobs.runBatch(current(first), { alerts: alerts.slice(3), isMember: isOpen })
  expect(last).toMatchObject({ state: 'finished', done: 5, skipped: 0, changed: 0, endedAt: expect.any(Date) })
  expect(await scene.states()).toEqual(Array(6).fill('closed'))
  expect(await createAlertHistoryStore(scene.store).read(uuids[2] as string, { limit: 9 })).toMatchObject([
    { changedBy: 'jo', changes: { status: { from: 'open', to: 'closed' }, tags: { from: ['x'], to: ['x', 'y'] } } },
    { changedBy: 'ada' },
  ])
  expect(await scene.audit()).toEqual([
    ['alert-job.start', { filter: {}, matching: 6, change: { status: 'closed', addTags: ['y'], note: 'a scan' } }],
    ['alert-job.end', { result: 'finished', matching: 6, done: 5, skipped: 0, changed: 0 }],
  ])
})

test('does nothing twice when a batch is repeated, and nothing by halves when it fails', async () => {
  await using scene = await aScene()
  const started = await scene.start({ addTags: ['y'] })
  const batch = { alerts: alerts.slice(0, 3), next: [1_002, uuids[2]] as [number, string], isMember: isAny }
  let calls = 0
  const failing = () => {
    calls += 1
    if (calls > 1) throw new Error('crash')
    return true
  }
  await scene.mark(0, { status: 'closed' })
  await expect(scene.jobs.runBatch(started, { ...batch, isMember: failing })).rejects.toThrow('crash')
  expect(await scene.jobs.find(started.id)).toEqual(started)
  expect(await createAlertHistoryStore(scene.store).read(uuids[1] as string, { limit: 9 })).toEqual([])
  expect((await scene.jobs.runBatch(started, batch)) as AlertJob).toMatchObject({ step: 1, done: 2, changed: 1 })
  expect(await scene.jobs.runBatch(started, batch)).toBe('overtaken')
  expect(await createAlertHistoryStore(scene.store).read(uuids[1] as string, { limit: 9 })).toHaveLength(1)
})

test('leaves alerts alone that were changed after the freeze, also by a transaction that was under way', async () => {
  await using scene = await aScene()
  await scene.mark(0, { status: 'acknowledged' })
  const underWay = await scene.store.db.startTransaction().execute()
  await underWay
    .insertInto('alert_mark')
    .values({
      uuid: uuids[1] as string,
      at_ms: 1_001,
      received_at: new Date(),
      status: 'open',
      note: 'mine',
      tags: [],
      verdict: null,
      assignee: null,
      changed_by: 'ada',
    })
    .execute()
  await underWay
    .insertInto('alert_history')
    .values({
      uuid: uuids[1] as string,
      received_at: new Date(),
      changed_by: 'ada',
      changes: '{"note":{"from":"","to":"mine"}}',
    })
    .execute()
  const freeze = await scene.jobs.freeze()
  await underWay.commit().execute()
  await scene.mark(2, { status: 'acknowledged' })
  await scene.mark(2, { verdict: 'benign' })
  const job = await scene.start({ status: 'closed' }, freeze)
  const ended = await scene.jobs.runBatch(job, { alerts, isMember: isOpen })
  expect(ended).toMatchObject({ state: 'finished', done: 3, skipped: 0, changed: 2 })
  expect(await scene.states()).toEqual(['acknowledged', 'open', 'acknowledged', 'closed', 'closed', 'closed'])
  const listed = await scene.jobs.exceptions(job.id, { isUndo: false, limit: 9 })
  expect(listed).toEqual([1, 2].map((n) => ({ uuid: uuids[n], reason: 'changed' })))
  expect(await scene.jobs.exceptions(job.id, { isUndo: false, limit: 9, after: uuids[1] })).toHaveLength(1)
})

test('skips alerts that are as wanted, and lists those that would have too many tags', async () => {
  await using scene = await aScene()
  await scene.mark(0, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
  await scene.mark(1, { tags: ['y'] })
  const job = await scene.start({ addTags: ['y'] })
  expect(await scene.jobs.runBatch(job, { alerts, isMember: isAny })).toMatchObject({ done: 4, skipped: 2, changed: 0 })
  expect(await scene.jobs.exceptions(job.id, { isUndo: false, limit: 9 })).toEqual([
    { uuid: uuids[0], reason: 'too-many-tags' },
  ])
})

test('undoes a job, and lists the alerts that were changed after it', async () => {
  await using scene = await aScene()
  await scene.mark(0, { status: 'acknowledged', verdict: 'benign', reason: 'ours' })
  const job = current(
    await scene.jobs.runBatch(await scene.start({ status: 'closed', verdict: 'true_positive' }), {
      alerts,
      isMember: isAny,
    }),
  )
  await scene.mark(3, { note: 'looked at it' })
  expect(await scene.jobs.requestUndo({ ...scene.origin, username: 'eve' }, job.id)).toMatchObject({ state: 'undoing' })
  expect(await scene.jobs.requestUndo(scene.origin, job.id)).toMatchObject({ state: 'undoing' })
  let undone = current(await scene.jobs.undoBatch((await scene.jobs.find(job.id)) as AlertJob, 4))
  expect(undone).toMatchObject({ state: 'undoing', undo: { restored: 3, changed: 1 } })
  undone = current(await scene.jobs.undoBatch(undone, 4))
  expect(undone).toMatchObject({ state: 'undone', done: 6, undo: { requestedBy: 'eve', restored: 5, changed: 1 } })
  expect(await scene.states()).toEqual(['acknowledged', 'open', 'open', 'closed', 'open', 'open'])
  const marks = await createAlertMarkStore(scene.store).find(uuids)
  expect(marks.get(uuids[0] as string)).toMatchObject({ verdict: 'benign', reason: 'ours', changedBy: 'eve' })
  expect(marks.get(uuids[3] as string)).toMatchObject({ verdict: 'true_positive', note: 'looked at it' })
  expect(await scene.jobs.exceptions(job.id, { isUndo: true, limit: 9 })).toEqual([
    { uuid: uuids[3], reason: 'changed' },
  ])
  expect((await scene.audit()).map(([action]) => action)).toEqual([
    'alert-job.start',
    'alert-job.end',
    'alert-job.undo',
  ])
})

test('an undo stops a running job', async () => {
  await using scene = await aScene()
  const started = await scene.start({ status: 'closed' })
  const running = current(
    await scene.jobs.runBatch(started, {
      alerts: alerts.slice(0, 2),
      next: [1_001, uuids[1] as string],
      isMember: isAny,
    }),
  )
  const undoing = current((await scene.jobs.requestUndo(scene.origin, running.id)) as AlertJob)
  expect(await scene.jobs.runBatch(running, { alerts: alerts.slice(2), isMember: isAny })).toBe('overtaken')
  expect(await scene.jobs.undoBatch(undoing, 9)).toMatchObject({ state: 'undone', done: 2, undo: { restored: 2 } })
  expect(await scene.states()).toEqual(Array(6).fill('open'))
  expect((await scene.audit()).at(1)).toEqual([
    'alert-job.end',
    { result: 'stopped', matching: 6, done: 2, skipped: 0, changed: 0 },
  ])
})

test('a failed job keeps what it did, and can be undone', async () => {
  await using scene = await aScene()
  const started = await scene.start({ status: 'closed' })
  const running = current(
    await scene.jobs.runBatch(started, {
      alerts: alerts.slice(0, 2),
      next: [1_001, uuids[1] as string],
      isMember: isAny,
    }),
  )
  await scene.jobs.fail(started, 'an outdated step')
  expect((await scene.jobs.find(started.id))?.state).toBe('running')
  await scene.jobs.fail(running, 'refused')
  expect(await scene.jobs.find(started.id)).toMatchObject({ state: 'failed', failure: 'refused', done: 2 })
  expect(await scene.jobs.unfinished()).toEqual([])
  const undoing = (await scene.jobs.requestUndo(scene.origin, started.id)) as AlertJob
  expect(await scene.jobs.undoBatch(undoing, 9)).toMatchObject({ state: 'undone', undo: { restored: 2 } })
})

test('limits the unfinished jobs of an account, and checks the change', async () => {
  await using scene = await aScene()
  const wish = async (change: MarkChange) => ({
    target: everything,
    change,
    freeze: await scene.jobs.freeze(),
    matching: 1,
  })
  expect(await scene.jobs.create(scene.origin, await wish({ assignee: 'stranger' }))).toBe('unknown-assignee')
  const tags = Array.from({ length: 20 }, (_, n) => `t${n}`)
  expect(await scene.jobs.create(scene.origin, await wish({ tags, addTags: ['x'] }))).toBe('too-many-tags')
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async () => scene.jobs.create(scene.origin, await wish({ status: 'closed' }))),
  )
  expect([first, second, third].filter((each) => each === 'too-many-jobs')).toHaveLength(1)
  expect(await scene.jobs.list(9)).toHaveLength(2)
  expect(await scene.audit()).toHaveLength(2)
})

test('removes jobs that ended long ago', async () => {
  await using scene = await aScene()
  const job = await scene.start({ status: 'closed' })
  await scene.jobs.removeEndedBefore(0)
  expect(await scene.jobs.find(job.id)).toBeDefined()
  await scene.jobs.runBatch(job, { alerts, isMember: isAny })
  await scene.jobs.removeEndedBefore(1)
  expect(await scene.jobs.find(job.id)).toBeDefined()
  await scene.jobs.removeEndedBefore(0)
  expect(await scene.jobs.find(job.id)).toBe(undefined)
})
