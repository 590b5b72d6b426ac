import { type TestStore, testStore } from '@watchpost/testkit/test-store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, anOrigin } from '../../test/an-account.ts'
import type { MarkChange } from '../alerts/alert-mark.ts'
import { createAlertMarkStore } from '../alerts/alert-mark-store.ts'
import type { AlertJob } from './alert-job.ts'
import { createAlertJobStore } from './alert-job-store.ts'

const ALERTS = 8
const BATCH = 3

interface State {
  status: 'open' | 'acknowledged' | 'closed'
  tags: readonly string[]
}

/** What an analyst does to an alert. */
interface Touch {
  alert: number
  status?: State['status']
  tag?: string
}

const anyTouch: fc.Arbitrary<Touch> = fc.record(
  {
    alert: fc.nat(ALERTS - 1),
    status: fc.constantFrom('open', 'acknowledged', 'closed'),
    tag: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: ['alert'] },
)
/** A step of the job, the same step again, a crash in the middle of it, or a change by an analyst. */
const anyStep = fc.oneof(
  fc.constantFrom('batch' as const, 'batch' as const, 'repeat' as const, 'crash' as const),
  anyTouch,
)

function touched(state: State, { status, tag }: Touch): State {
  return {
    status: status ?? state.status,
    tags: tag === undefined || state.tags.includes(tag) ? state.tags : [...state.tags, tag].sort(),
  }
}

const closing = { status: 'closed', tag: 'y' } as const
const isSame = (a: State, b: State) => a.status === b.status && a.tags.join() === b.tags.join()

let made: TestStore
let accountId: number
let runs = 0

beforeAll(async () => {
  made = await testStore()
  accountId = await anAccount(made.store)
})
afterAll(() => made[Symbol.asyncDispose]())

test('any schedule of changes, batches, repeats and crashes ends as in a model', async () => {
  const seen = { done: 0, changed: 0, restored: 0, kept: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTouch, { maxLength: 6 }),
      fc.array(anyStep, { maxLength: 12 }),
      fc.array(anyStep, { maxLength: 10 }),
      fc.boolean(),
      async (before, during, after, onlyOpen) => {
        const run = await aRun(onlyOpen)
        for (const touch of before) await run.touch(touch)
        await run.start()
        for (const step of during) await run.step(step)
        await run.startUndo(during.length % 3 !== 0)
        for (const step of after) await run.step(step)
        await run.finish()
        const { job, model } = run
        expect(job()).toMatchObject({
          state: 'undone',
          done: model.done,
          skipped: model.skipped,
          changed: model.changed,
        })
        expect(job().undo).toMatchObject({ restored: model.restored, changed: model.kept })
        expect(await run.states()).toEqual(model.states)
        for (const name of ['done', 'changed', 'restored', 'kept'] as const) seen[name] += model[name]
      },
    ),
    { numRuns: 60 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
}, 240_000)

async function aRun(onlyOpen: boolean) {
  const { store } = made
  const prefix = (runs += 1).toString(16).padStart(8, '0')
  const alerts = Array.from({ length: ALERTS }, (_, n) => ({
    uuid: `1-${prefix.padStart(32, 'a')}-00000000000${n}`,
    atMs: n,
    receivedAt: new Date(),
  }))
  const uuids = alerts.map(({ uuid }) => uuid)
  const marks = createAlertMarkStore(store)
  const jobs = createAlertJobStore(store, { running: 1_000 })
  const origin = { ...anOrigin(), accountId }
  const isMember = ({ status }: Pick<State, 'status'>) => !onlyOpen || status === 'open'
  const model = {
    states: Array.from({ length: ALERTS }, (): State => ({ status: 'open', tags: [] })),
    frozen: [] as State[],
    touchedSince: new Set<number>(),
    previous: new Map<number, State>(),
    next: 0,
    undoNext: 0,
    done: 0,
    skipped: 0,
    changed: 0,
    restored: 0,
    kept: 0,
  }
  let job: AlertJob
  let last: AlertJob

  async function touch(each: Touch): Promise<void> {
    const { alert, status, tag } = each
    const change: MarkChange = { ...(status && { status }), ...(tag && { addTags: [tag] }) }
    await marks.change(origin, [alerts[alert] as (typeof alerts)[number]], change)
    const state = model.states[alert] as State
    const wanted = touched(state, each)
    if (isSame(state, wanted)) return
    model.states[alert] = wanted
    model.touchedSince.add(alert)
  }

  function runModel(): void {
    for (let n = model.next; n < Math.min(model.next + BATCH, ALERTS); n++) {
      const state = model.states[n] as State
      const wanted = touched(state, { alert: n, ...closing })
      if (!isMember(model.frozen[n] as State)) continue
      if (model.touchedSince.has(n)) model.changed += 1
      else if (isSame(state, wanted)) model.skipped += 1
      else {
        model.done += 1
        model.previous.set(n, state)
        model.states[n] = wanted
      }
    }
    model.next += BATCH
  }

  /** In the order in which the job changed the alerts. */
  async function undoModel(): Promise<void> {
    const rows = await store.db
      .selectFrom('alert_history')
      .select('uuid')
      .where('job_id', '=', job.id)
      .where('is_undo', '=', false)
      .orderBy('id')
      .execute()
    for (const { uuid } of rows.slice(model.undoNext, model.undoNext + BATCH)) {
      const n = uuids.indexOf(uuid)
      if (model.touchedSince.has(n)) model.kept += 1
      else {
        model.restored += 1
        model.states[n] = model.previous.get(n) as State
      }
    }
    model.undoNext += BATCH
  }

  const batchOf = (each: AlertJob, stop = false) => {
    const from = each.next ? each.next[0] + 1 : 0
    const batch = alerts.slice(from, from + BATCH)
    const end = from + BATCH
    const next = end < ALERTS ? ([end - 1, 'z'] as [number, string]) : undefined
    let calls = 0
    const crashing = (state: State) => {
      calls += 1
      if (stop && calls > 1) throw new Error('crash')
      return isMember(state)
    }
    return { alerts: batch, isMember: crashing, ...(next && { next }) }
  }

  async function batch(): Promise<void> {
    if (job.state === 'running') {
      const after = await jobs.runBatch(job, batchOf(job))
      runModel()
      last = job
      job = after as AlertJob
    } else if (job.state === 'undoing') {
      const after = await jobs.undoBatch(job, BATCH)
      await undoModel()
      last = job
      job = after as AlertJob
    }
  }

  async function repeat(): Promise<void> {
    if (!last || last.step === job.step) return
    const again = last.state === 'running' ? jobs.runBatch(last, batchOf(last)) : jobs.undoBatch(last, BATCH)
    expect(await again).toBe('overtaken')
  }

  async function crash(): Promise<void> {
    if (job.state === 'running') await jobs.runBatch(job, batchOf(job, true)).then(undone, () => undefined)
  }

  /** The batch had only one alert to look at, so that it did not crash. */
  const undone = (after: AlertJob | 'overtaken') => {
    runModel()
    last = job
    job = after as AlertJob
  }

  return {
    model,
    touch,
    job: () => job,
    async start() {
      model.frozen = [...model.states]
      model.touchedSince.clear()
      const target = { kind: 'filter' as const, filter: {}, before: { epoch: 1, offsets: [] } }
      const change: MarkChange = { status: 'closed', addTags: ['y'] }
      const started = await jobs.create(origin, { target, change, freeze: await jobs.freeze(), matching: ALERTS })
      if (typeof started === 'string') throw new Error(started)
      job = started
      last = job
    },
    async step(step: Touch | 'batch' | 'repeat' | 'crash') {
      if (step === 'batch') await batch()
      else if (step === 'repeat') await repeat()
      else if (step === 'crash') await crash()
      else await touch(step)
    },
    async startUndo(isFirstFinished: boolean) {
      if (isFirstFinished) while (job.state === 'running') await batch()
      job = (await jobs.requestUndo(origin, job.id)) as AlertJob
    },
    async finish() {
      while (job.state === 'undoing') await batch()
    },
    async states(): Promise<State[]> {
      const found = await marks.find(uuids)
      return uuids.map((uuid) => {
        const { status, tags } = found.get(uuid) ?? { status: 'open' as const, tags: [] }
        return { status, tags }
      })
    },
  }
}
