import { createLogger } from '@watchpost/runtime'
import type { ExportClaims } from '@watchpost/store'
import { expect, test } from 'vitest'
import { anEntry } from '../test/an-entry.ts'
import type { ExportWorker } from './export-worker.ts'
import type { ExportEntry } from './sending/plan.ts'
import { serveExports } from './serve-exports.ts'

/** Shared by all replicas: the configured exports and their claims. */
function aStore() {
  const entries = new Map<number, ExportEntry>()
  const holders = new Map<number, object>()
  let isAway = false
  return {
    entries,
    holders,
    leave(away: boolean): void {
      isAway = away
    },
    list: async () => [...entries.values()],
    async withClaims<T>(work: (claims: ExportClaims) => Promise<T>): Promise<T> {
      const self = {}
      const assertHeld = async () => {
        if (isAway) throw new Error('the database is away')
      }
      const release = async (id: number) => {
        if (holders.get(id) === self) holders.delete(id)
      }
      try {
        await assertHeld()
        return await work({
          assertHeld,
          release,
          async claim(id) {
            if (!holders.has(id)) holders.set(id, self)
            return holders.get(id) === self
          },
        })
      } finally {
        for (const id of holders.keys()) await release(id)
      }
    },
  }
}

/** A replica of the exporter whose workers do nothing. */
function aCopy(store: ReturnType<typeof aStore>, clock = { now: 0 }) {
  const workers = new Map<number, ExportWorker>()
  const versions: string[] = []
  const stop = new AbortController()
  const running = serveExports(
    {
      withClaims: store.withClaims,
      list: store.list,
      createWorker({ id, version }) {
        const { promise: ended, resolve } = Promise.withResolvers<void>()
        versions.push(`${id}:${version}`)
        return {
          id,
          ended,
          update: async (next: ExportEntry) => void versions.push(`${id}:${next.version}`),
          report: () => ({}) as ReturnType<ExportWorker['report']>,
          async stop() {
            versions.push(`${id}:ended`)
            resolve()
          },
        }
      },
      report: async () => undefined,
      workers,
      telemetry: { looked: () => undefined },
      logger: createLogger('exporter', 'silent'),
      now: () => clock.now,
    },
    stop.signal,
  )
  return {
    workers,
    versions,
    async end() {
      stop.abort()
      await running
    },
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('each export is served by one replica, changes are followed, and another replica takes over', async () => {
  const store = aStore()
  store.entries.set(1, anEntry(1)).set(2, anEntry(2))
  const first = aCopy(store)
  await until(() => first.workers.size === 2)
  const second = aCopy(store)
  store.entries.set(1, anEntry(1, 2))
  await until(() => first.versions.includes('1:2'))
  store.entries.delete(2)
  await until(() => first.versions.includes('2:ended'))
  expect(second.workers.size).toBe(0)
  await first.end()
  expect(first.versions).toContain('1:ended')
  await until(() => second.workers.size === 1)
  await second.end()
}, 20_000)

test('keeps serving for a while without the database, and then stops', async () => {
  const store = aStore()
  const clock = { now: 0 }
  store.entries.set(1, anEntry(1))
  const copy = aCopy(store, clock)
  await until(() => copy.workers.size === 1)
  store.leave(true)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(copy.workers.size).toBe(1)
  clock.now = 31_000
  await until(() => copy.workers.size === 0)
  store.leave(false)
  await until(() => copy.workers.size === 1)
  await copy.end()
}, 20_000)
