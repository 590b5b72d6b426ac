import { createLogger } from '@watchpost/runtime'
import type { MetricsExportEntry } from '@watchpost/store'
import { expect, test } from 'vitest'
import { serveMetrics, type StreamJob } from './serve-metrics.ts'
import { createStreamState } from './stream-state.ts'

const target = (ip: string) => ({ ip, port: 19_999, iface: null })

/** Shared by all replicas: the configured export, its state, and the leader. */
function aStore() {
  const shared = {
    entry: { version: 1, target: null, machineGuid: 'guid' } as MetricsExportEntry,
    leader: undefined as object | undefined,
    reported: undefined as unknown,
    isAway: false,
    set(ip: string | undefined) {
      shared.entry = { ...shared.entry, version: shared.entry.version + 1, target: ip ? target(ip) : null }
    },
  }
  return shared
}

function aCopy(store: ReturnType<typeof aStore>, clock = { now: 0 }) {
  const self = {}
  const log: string[] = []
  const stop = new AbortController()
  const state = createStreamState('watchpost')
  const assertThere = async () => {
    if (store.isAway) throw new Error('the database is away')
  }
  const running = serveMetrics(
    {
      async lead(work) {
        await assertThere()
        if (store.leader) return false
        store.leader = self
        try {
          await work(assertThere)
        } finally {
          store.leader = undefined
        }
        return true
      },
      read: async () => store.entry,
      readKey: async () => 'key',
      async report(_version, told) {
        store.reported = told
      },
      async stream({ target: { ip }, key }: StreamJob, until) {
        log.push(`${ip} ${key}`)
        state.become('streaming')
        await new Promise<void>((ended) => until.addEventListener('abort', () => ended(), { once: true }))
        log.push(`${ip} ended`)
      },
      state,
      logger: createLogger('exporter', 'silent'),
      now: () => clock.now,
    },
    stop.signal,
  )
  return {
    log,
    async end() {
      stop.abort()
      await running
    },
  }
}

test('one replica streams and follows changes, and another takes over', async () => {
  const store = aStore()
  const first = aCopy(store)
  await expect.poll(() => store.leader, { timeout: 3_000 }).toBeDefined()
  const second = aCopy(store)
  store.set('192.0.2.1')
  await expect.poll(() => first.log, { timeout: 3_000 }).toEqual(['192.0.2.1 key'])
  await expect.poll(() => store.reported, { timeout: 3_000 }).toMatchObject({ status: 'streaming' })
  store.set('192.0.2.2')
  await expect.poll(() => first.log, { timeout: 3_000 }).toEqual(['192.0.2.1 key', '192.0.2.1 ended', '192.0.2.2 key'])
  store.set(undefined)
  await expect.poll(() => store.reported, { timeout: 3_000 }).toMatchObject({ status: 'disabled' })
  expect(first.log.at(-1)).toBe('192.0.2.2 ended')
  store.set('192.0.2.3')
  await expect.poll(() => first.log.at(-1), { timeout: 3_000 }).toBe('192.0.2.3 key')
  expect(second.log).toEqual([])
  await first.end()
  expect(first.log.at(-1)).toBe('192.0.2.3 ended')
  await expect.poll(() => second.log, { timeout: 3_000 }).toEqual(['192.0.2.3 key'])
  await second.end()
}, 20_000)

test('keeps streaming for a while without the database, and then stops', async () => {
  const store = aStore()
  const clock = { now: 0 }
  store.set('192.0.2.1')
  const copy = aCopy(store, clock)
  await expect.poll(() => copy.log, { timeout: 3_000 }).toEqual(['192.0.2.1 key'])
  store.isAway = true
  await expect.poll(() => store.leader, { timeout: 3_000 }).toBeUndefined()
  expect(copy.log).toHaveLength(1)
  clock.now = 31_000
  await expect.poll(() => copy.log.at(-1), { timeout: 4_000 }).toBe('192.0.2.1 ended')
  store.isAway = false
  await expect.poll(() => copy.log.at(-1), { timeout: 4_000 }).toBe('192.0.2.1 key')
  await copy.end()
}, 20_000)
