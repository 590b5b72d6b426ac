import type { ProjectionResult } from '@watchpost/engine'
import type { PendingState } from '@watchpost/store'
import { createLogger, createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createProjectionTelemetry } from './projection-telemetry.ts'
import { createProjector } from './projector.ts'

const asking = { requestId: 'test', signal: new AbortController().signal }
const NOW = Date.parse('2026-11-18T12:00:00Z')

function aState(uuid: string, receivedAt = NOW): PendingState {
  const set = { status: 'closed' as const, tags: [], verdict: null, assignee: null }
  return { uuid, atMs: 1, receivedAt: new Date(receivedAt), revision: 1, ...set }
}

/** An outbox with these states, and an engine with these results. */
function aWorld(states: readonly PendingState[], results: readonly ProjectionResult[], resets: number[] = []) {
  const calls: string[] = []
  const metrics = createMetrics('indexer')
  let resetBefore: number | undefined = resets.length > 0 ? 77 : undefined
  const projector = createProjector({
    outbox: {
      due: async () => [...states],
      remove: async (removed) => void calls.push(`remove ${removed.map(({ uuid }) => uuid).join()}`),
      postpone: async (uuids, seconds) => void (uuids.length > 0 && calls.push(`${uuids.join()} in ${seconds} s`)),
      resetBefore: async () => resetBefore,
      async resetDone(before) {
        calls.push(`reset done ${before}`)
        resetBefore = undefined
      },
    },
    engine: { project: async () => [...results], reset: async () => resets.shift() ?? 0 },
    telemetry: createProjectionTelemetry(metrics, createLogger('indexer', 'silent')),
    now: () => NOW,
  })
  return { projector, calls, metrics }
}

test('removes from the outbox what the engine has, and tries the rest again', async () => {
  const { projector, calls } = aWorld([aState('a'), aState('b'), aState('c')], ['stored', 'again', 'missing'])
  expect(await projector.tick(asking)).toBe(false)
  expect(calls).toEqual(['remove a', 'b in 1 s', 'c in 10 s'])
})

test('drops the state of an alert that is missing long after its arrival', async () => {
  const { projector, calls, metrics } = aWorld([aState('a', NOW - 3_700_000)], ['missing'])
  await projector.tick(asking)
  expect(calls).toEqual(['remove a'])
  expect(await metrics.text()).toContain('watchpost_indexer_alert_states_dropped_total 1')
})

test('asks for more at once after a full batch', async () => {
  const states = Array.from({ length: 2_000 }, (_, n) => aState(`u${n}`))
  const { projector } = aWorld(
    states,
    states.map(() => 'stored'),
  )
  expect(await projector.tick(asking)).toBe(true)
})

test('resets entries only while nothing is due, until none is left', async () => {
  const { projector, calls } = aWorld([], [], [5, 3])
  expect([
    await projector.tick(asking),
    await projector.tick(asking),
    await projector.tick(asking),
    await projector.tick(asking),
  ]).toEqual([true, true, false, false])
  expect(calls).toEqual(['reset done 77'])
})
