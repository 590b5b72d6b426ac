import type { ProjectionResult } from '@watchpost/engine'
import { createLogger, createMetrics } from '@watchpost/runtime'
import type { DueState, Reprojection } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createProjectionTelemetry } from './projection-telemetry.ts'
import { createProjector } from './projector.ts'

const asking = { requestId: 'test', signal: new AbortController().signal }
const NOW = Date.parse('2026-11-18T12:00:00Z')
const stored: ProjectionResult = { kind: 'stored', day: '2026-11-18', hour: 3, ips: ['10.0.0.1', '192.0.2.1'] }

function aState(uuid: string, receivedAt = NOW): DueState {
  const set = { status: 'closed' as const, tags: [], verdict: null, assignee: null }
  return { uuid, atMs: 1, receivedAt: new Date(receivedAt), revision: 1, isStatusChanged: true, ...set }
}

interface Past {
  states?: readonly DueState[]
  results?: readonly ProjectionResult[]
  again?: Reprojection
  /** How many entries each reset finds. */
  resets?: number[]
}

function aWorld({ states = [], results = [], again, resets = [] }: Past) {
  const calls: string[] = []
  const metrics = createMetrics('indexer')
  const names = (of: readonly Pick<DueState, 'uuid'>[]) => of.map(({ uuid }) => uuid).join()
  let current = again
  const projector = createProjector({
    outbox: {
      due: async () => [...states],
      remove: async (removed) => void calls.push(`remove ${names(removed)}`),
      postpone: async (postponed, seconds, refused) =>
        void (postponed.length > 0 && calls.push([names(postponed), 'in', seconds, refused].join(' ').trim())),
      backlog: async () => ({ count: states.length, oldestSeconds: 7, refused: 0 }),
    },
    reprojection: {
      current: async () => current,
      async queueSome() {
        calls.push('queue some')
        if (current) current = { ...current, isQueued: true }
      },
      async finish(before) {
        calls.push(`finish ${before}`)
        current = undefined
      },
    },
    recounts: {
      touch: async (days) =>
        void (
          days.length > 0 &&
          calls.push(`count ${days.map(({ day, ip, hours }) => `${day} ${ip} ${hours}`).join()} again`)
        ),
    },
    engine: { project: async () => [...results], reset: async () => resets.shift() ?? 0 },
    telemetry: createProjectionTelemetry(metrics, createLogger('indexer', 'silent')),
    now: () => NOW,
  })
  return { projector, calls, metrics }
}

test('removes from the outbox what the engine has, and tries the rest again', async () => {
  const { projector, calls, metrics } = aWorld({
    states: [aState('a'), aState('b'), aState('c'), aState('d')],
    results: [stored, { kind: 'again' }, { kind: 'missing' }, { kind: 'refused', reason: 'no room' }],
  })
  expect(await projector.tick(asking)).toBe(false)
  expect(calls).toEqual([
    'count 2026-11-18 10.0.0.1 8,2026-11-18 192.0.2.1 8 again',
    'remove a',
    'b in 1',
    'c in 10',
    'd in 60 no room',
  ])
  expect(await metrics.text()).toContain('watchpost_indexer_alert_states_refused_total 1')
})

test('counts clusters again only if the status changed', async () => {
  const { projector, calls } = aWorld({ states: [{ ...aState('a'), isStatusChanged: false }], results: [stored] })
  await projector.tick(asking)
  expect(calls).toEqual(['remove a'])
})

test('drops the state of an alert that is missing long after its arrival', async () => {
  const { projector, calls, metrics } = aWorld({
    states: [aState('a', NOW - 3_700_000)],
    results: [{ kind: 'missing' }],
  })
  await projector.tick(asking)
  expect(calls).toEqual(['remove a'])
  expect(await metrics.text()).toContain('watchpost_indexer_alert_states_dropped_total 1')
})

test('continues at once after a full batch', async () => {
  const states = Array.from({ length: 2_000 }, (_, n) => aState(`u${n}`))
  const { projector } = aWorld({ states, results: states.map(() => stored) })
  expect(await projector.tick(asking)).toBe(true)
})

test('copies everything again only while nothing is due, and then resets until no old copy is left', async () => {
  const { projector, calls } = aWorld({ again: { before: 77, isQueued: false }, resets: [5, 3] })
  const more: boolean[] = []
  for (let turn = 0; turn < 5; turn++) more.push(await projector.tick(asking))
  expect(more).toEqual([true, true, true, false, false])
  expect(calls).toEqual(['queue some', 'finish 77'])
})

test('exports the backlog only while it copies', async () => {
  const { projector, metrics } = aWorld({ states: [aState('a')], results: [stored] })
  await projector.tick(asking)
  expect(await metrics.text()).toContain('watchpost_indexer_alert_states_oldest_seconds 7')
  projector.rest()
  expect(await metrics.text()).not.toContain('watchpost_indexer_alert_states_oldest_seconds 7')
})
