import { AppError, jobLimits } from '@watchpost/contract'
import { type CandidateRequest, EngineFailure } from '@watchpost/engine'
import { createLogger, createMetrics } from '@watchpost/runtime'
import type { AlertJob, JobBatch } from '@watchpost/store'
import { expect, test } from 'vitest'
import { freshJob } from '../../../test/alerts/some-jobs.ts'
import { createJobRunner, type JobRunnerPorts } from './job-runner.ts'
import { createJobTelemetry } from './job-telemetry.ts'

const asking = { requestId: 'test', caller: 'account 2', signal: new AbortController().signal }
const aJob: AlertJob = {
  ...freshJob,
  id: 1,
  target: {
    kind: 'filter',
    filter: { status: ['open'], date_from: '2026-11-14' },
    before: { epoch: 3, offsets: [[0, 70]] },
  },
  change: { status: 'closed' },
  freeze: { snapshot: '7:9:8', atMs: 1_794_906_000_000 },
  matching: 5_000,
  origin: { accountId: 1, username: 'olga', via: 'token', credentialPrefix: null, address: '', requestId: 'r' },
  createdAt: new Date(0),
}
const alerts = [1, 2].map((n) => ({ uuid: `u-${n}`, atMs: 1_000 + n, receivedAt: new Date(0) }))

interface Fakes {
  stored?: AlertJob[]
  queued?: number
  pending?: number
  candidates?: JobRunnerPorts['alertSet']['candidates']
}

function aRunner({ stored = [aJob], queued = 0, pending = 0, candidates }: Fakes = {}) {
  const requests: CandidateRequest[] = []
  const batches: JobBatch[] = []
  const undone: number[] = []
  const failed: [number, string][] = []
  const ranges: object[] = []
  const metrics = createMetrics('api')
  const runner = createJobRunner({
    jobs: {
      find: async (id) => stored.find((job) => job.id === id),
      unfinished: async () => stored,
      async runBatch(job, batch) {
        batches.push(batch)
        return { ...job, step: job.step + 1 }
      },
      async undoBatch(job) {
        undone.push(job.id)
        return job
      },
      fail: async ({ id }, why) => void failed.push([id, why]),
    },
    alertSet: {
      candidates:
        candidates ??
        (async (request) => {
          requests.push(request)
          return { alerts, hasMore: true }
        }),
    },
    outbox: {
      async within(range) {
        ranges.push(range)
        const state = { status: 'open' as const, tags: [], verdict: null, assignee: null, revision: 1 }
        return Array.from({ length: pending }, (_, n) => ({
          ...state,
          uuid: `p-${n}`,
          atMs: 1,
          receivedAt: new Date(),
        }))
      },
      isLongerThan: async (length) => queued > length,
    },
    telemetry: createJobTelemetry(metrics, createLogger('api', 'silent')),
  })
  return { runner, requests, batches, undone, failed, ranges, metricsText: () => metrics.text() }
}

test('reads the alerts after the last batch, with those whose marks have changed since', async () => {
  const { runner, requests, batches, ranges } = aRunner({
    stored: [{ ...aJob, next: [1_794_900_000_000, 'u-0'] }],
    pending: 2,
  })
  expect(await runner.tick(asking)).toBe(true)
  expect(requests).toMatchObject([
    {
      filter: { from: '2026-11-14T00:00:00.000Z', before: { epoch: 3, offsets: new Map([[0, 70]]) } },
      mark: { statuses: ['open'] },
      sinceRevision: (1_794_906_000_000 - 300_000) * 1_000,
      pending: ['p-0', 'p-1'],
      after: [1_794_900_000_000, 'u-0'],
    },
  ])
  expect(ranges).toMatchObject([{ fromMs: 1_794_900_000_000 }])
  expect(batches).toMatchObject([{ alerts, next: [1_002, 'u-2'] }])
  const states = ['open', 'closed'].map((status) => ({ status }) as never)
  expect(states.map((state) => batches[0]?.isMember(state))).toEqual([true, false])
})

test('a large job waits while many changes are queued, a small one does not', async () => {
  const small = { ...aJob, id: 2, matching: 3 }
  const undoing = { ...aJob, id: 3, matching: 3, state: 'undoing' as const }
  const { runner, batches, undone } = aRunner({ stored: [aJob, small, undoing], queued: 4_001 })
  expect(await runner.tick(asking)).toBe(true)
  expect([batches.length, undone]).toEqual([1, [3]])
  const alone = aRunner({ queued: 4_001 })
  expect(await alone.runner.tick(asking)).toBe(false)
})

test('changes the named alerts in one batch', async () => {
  const target = { kind: 'alerts' as const, alerts: [{ uuid: 'u-1', atMs: 5, receivedMs: 7 }] }
  const { runner, batches } = aRunner()
  await runner.hasten({ ...aJob, target, matching: 1 }, asking)
  expect(batches).toMatchObject([{ alerts: [{ uuid: 'u-1', atMs: 5, receivedAt: new Date(7) }] }])
  expect(batches[0]?.next).toBe(undefined)
})

test('ends a job whose filter the engine refuses, and tries others again', async () => {
  const refused = new EngineFailure('refused', { status: 400, body: 'too many clauses' })
  const { runner, failed } = aRunner({ candidates: async () => Promise.reject(refused) })
  expect(await runner.tick(asking)).toBe(false)
  expect(failed).toEqual([[1, 'The search engine refused the filter (status 400).']])
  const away = aRunner({ candidates: async () => Promise.reject(new EngineFailure('no-answer')) })
  expect(await away.runner.tick(asking)).toBe(false)
  expect(away.failed).toEqual([])
  expect(await away.runner.hasten(aJob, asking)).toEqual(aJob)
})

test('its searches are those of a caller of its own, and a full queue only delays it', async () => {
  const callers: string[] = []
  const busy = new AppError('too-many-requests', undefined, { retryAfterSeconds: 2 })
  const { runner, failed, metricsText } = aRunner({
    candidates: async (_request, { caller }) => {
      callers.push(caller)
      throw busy
    },
  })
  expect(await runner.tick(asking)).toBe(false)
  expect(await runner.hasten(aJob, asking)).toEqual(aJob)
  // The first batch is part of the request that starts the job.
  expect(callers).toEqual(['jobs of account 1', 'account 2'])
  expect(failed).toEqual([])
  expect(await metricsText()).not.toMatch(/job_failures_total [1-9]/)
})

test('ends a job that has gone through more alerts than a job may change', async () => {
  const { runner, failed, batches } = aRunner({ stored: [{ ...aJob, done: jobLimits.alerts, skipped: 1 }] })
  await runner.tick(asking)
  expect([failed.length, batches.length]).toEqual([1, 0])
})

test('waits while too many changes are pending in the range of a filter by state', async () => {
  const { runner, requests } = aRunner({ pending: 32_769 })
  expect(await runner.tick(asking)).toBe(false)
  expect(requests).toEqual([])
})
