import { type StreamConnection, StreamTrouble, type TroubleReason } from '@watchpost/netdata'
import { expect, test } from 'vitest'
import { runStreamLoop } from './stream-loop.ts'
import { createStreamState } from './stream-state.ts'

/** A Netdata parent that accepts, refuses and disconnects as planned. */
function aParent(plan: Array<TroubleReason | 'accept'>) {
  const connections: Array<{ lines: string[]; break(): void; isEnded: boolean; isStalled: boolean }> = []
  let attempts = 0
  return {
    connections,
    attempts: () => attempts,
    async connect(): Promise<StreamConnection> {
      const next = plan[Math.min(attempts++, plan.length - 1)] ?? 'accept'
      if (next !== 'accept') throw new StreamTrouble(next)
      const broken = new AbortController()
      const own = {
        lines: [] as string[],
        isEnded: false,
        isStalled: false,
        break: () => broken.abort(new StreamTrouble('cut')),
      }
      connections.push(own)
      return {
        source: '192.0.2.7',
        broken: broken.signal,
        write(text) {
          if (own.isStalled) return false
          own.lines.push(text)
          return true
        },
        end() {
          own.isEnded = true
        },
      }
    },
  }
}

const chart = { id: 'a.b', title: '', units: '', family: '', kind: 'line', priority: 1 } as const
function begin(parent: ReturnType<typeof aParent>) {
  const state = createStreamState('watchpost')
  const stop = new AbortController()
  const told: string[] = []
  const running = runStreamLoop(
    {
      connect: parent.connect,
      sample: async () => [{ chart, points: [{ dimension: { id: 'x', algorithm: 'absolute' }, value: 1 }] }],
      state,
      telemetry: {
        metricsSent: () => undefined,
        metricsBroke: ({ reason }) => void told.push(reason),
        metricsStreaming: () => void told.push('streaming'),
      },
      sampleMs: 5,
      random: () => 0,
    },
    stop.signal,
  )
  return {
    state,
    told,
    async end() {
      stop.abort()
      await running
    },
  }
}

test('reconnects after every kind of failure and defines its charts again each time', async () => {
  const parent = aParent(['refused', 'wrong_key', 'accept'])
  const { state, told, end } = begin(parent)
  await expect.poll(() => state.report().last_error?.reason, { timeout: 3_000 }).toBe('wrong_key')
  await expect.poll(() => state.isStreaming(), { timeout: 3_000 }).toBe(true)
  await expect.poll(() => parent.connections[0]?.lines.length).toBeGreaterThan(3)
  parent.connections[0]?.break()
  await expect.poll(() => parent.connections.length, { timeout: 3_000 }).toBe(2)
  await expect.poll(() => parent.connections[1]?.lines[0]).toContain('CHART a.b')
  expect(parent.connections[1]?.lines[0]).toContain('BEGIN a.b\n')
  expect(state.report()).toMatchObject({ status: 'streaming', source_ip: '192.0.2.7', last_error: { reason: 'cut' } })
  await end()
  expect(told).toEqual(['refused', 'wrong_key', 'streaming', 'cut', 'streaming'])
  expect(parent.connections.map(({ isEnded }) => isEnded)).toEqual([true, true])
}, 10_000)

test('drops and counts values that the parent does not accept', async () => {
  const parent = aParent(['accept'])
  const { state, end } = begin(parent)
  await expect.poll(() => state.isStreaming()).toBe(true)
  const [connection] = parent.connections
  if (connection) connection.isStalled = true
  await expect.poll(() => state.report().skipped_samples).toBeGreaterThan(2)
  await end()
})
