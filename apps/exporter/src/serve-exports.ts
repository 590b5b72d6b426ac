import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { ExportClaims } from '@watchpost/store'
import type { ExportWorker } from './export-worker.ts'
import type { ExportEntry } from './sending/plan.ts'
import type { Telemetry } from './telemetry.ts'

export interface ServePorts {
  /** Runs the work over one connection that holds the claims on exports; they end with the connection. */
  withClaims<T>(work: (claims: ExportClaims) => Promise<T>): Promise<T>
  list(): Promise<ExportEntry[]>
  createWorker(entry: ExportEntry): ExportWorker
  /** Stores the state of the exports, for all replicas. */
  report(states: ReadonlyMap<number, unknown>): Promise<void>
  /** The workers of this replica, for metrics. */
  workers: Map<number, ExportWorker>
  telemetry: Pick<Telemetry, 'looked'>
  logger: Logger
  now?(): number
}

/** A change takes effect within this time plus one query to the store. */
const LOOK_MS = 1_000
/**
 * How long exports continue without the store. No other replica can claim them either, unless only this one is cut off.
 */
const ALONE_MS = 30_000

/**
 * Serves every export that no other replica serves. Each look claims free exports, applies changes, and releases
 * removed exports.
 */
export async function serveExports(ports: ServePorts, stop: AbortSignal): Promise<void> {
  const { withClaims, list, createWorker, report, workers, telemetry, logger, now = Date.now } = ports
  let aloneSince: number | undefined

  /** Workers that are stopping. Only the shutdown waits for them. */
  const ending = new Set<Promise<void>>()

  function end(id: number, after: () => Promise<void> = async () => undefined): void {
    const worker = workers.get(id)
    if (!worker) return
    workers.delete(id)
    const ended = worker
      .stop()
      .then(after)
      .catch((error: unknown) => logger.warn({ export: id, err: error }, 'cannot stop the export cleanly'))
      .finally(() => ending.delete(ended))
    ending.add(ended)
  }

  async function endAll(): Promise<void> {
    for (const id of workers.keys()) end(id)
    await Promise.all(ending)
  }

  async function look(claims: ExportClaims): Promise<void> {
    await claims.assertHeld()
    const entries = new Map((await list()).map((entry) => [entry.id, entry]))
    for (const id of workers.keys()) {
      if (!entries.has(id)) end(id, () => claims.release(id))
    }
    for (const [id, entry] of entries) {
      const isOurs = await claims.claim(id)
      const worker = workers.get(id)
      if (!isOurs) end(id)
      else if (worker) await worker.update(entry)
      else begin(entry, claims)
    }
    await report(new Map([...workers].map(([id, worker]) => [id, worker.report()])))
    aloneSince = undefined
    telemetry.looked()
  }

  function begin(entry: ExportEntry, claims: ExportClaims): void {
    const worker = createWorker(entry)
    workers.set(entry.id, worker)
    // A worker that ends by itself found its cursor moved by another one. The next claim of the export starts over.
    const gone = async () => {
      if (workers.get(entry.id) !== worker) return
      workers.delete(entry.id)
      await claims.release(entry.id)
    }
    worker.ended.then(gone, gone).catch(() => undefined)
  }

  while (!stop.aborted) {
    try {
      await withClaims(async (claims) => {
        while (!stop.aborted) {
          await look(claims)
          await pause(stop)
        }
        // Stop while we still hold the claims: no other replica starts before the cursors are stored.
        await endAll()
      })
    } catch (error) {
      aloneSince ??= now()
      logger.warn({ err: error }, 'cannot check for changes of exports')
      if (now() - aloneSince > ALONE_MS) await endAll()
    }
    await pause(stop)
  }
  await endAll()
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
