import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { ExportClaims } from '@watchpost/store'
import type { ExportWorker } from './export-worker.ts'
import type { ExportEntry } from './sending/plan.ts'
import type { Telemetry } from './telemetry.ts'

export interface ServePorts {
  /** Runs the work over one connection that holds claims on exports; they go with it. */
  withClaims<T>(work: (claims: ExportClaims) => Promise<T>): Promise<T>
  list(): Promise<ExportEntry[]>
  createWorker(entry: ExportEntry): ExportWorker
  /** Tells everybody how the exports are doing. */
  report(states: ReadonlyMap<number, unknown>): Promise<void>
  /** Those that are served here, for the figures. */
  workers: Map<number, ExportWorker>
  telemetry: Pick<Telemetry, 'looked'>
  logger: Logger
  now?(): number
}

/** A change is followed within this and the time of a question to the store. */
const LOOK_MS = 1_000
/** So long exports go on without the store: no one else can claim them either, unless only we are cut off from it. */
const ALONE_MS = 30_000

/**
 * Serves every export that no other copy serves. Each look claims what is free, follows what was changed, and lets go
 * of what was removed.
 */
export async function serveExports(ports: ServePorts, stop: AbortSignal): Promise<void> {
  const { withClaims, list, createWorker, report, workers, telemetry, logger, now = Date.now } = ports
  let aloneSince: number | undefined

  /** Those that are on their way out: no one waits for them but the end of all. */
  const ending = new Set<Promise<void>>()

  function end(id: number, after: () => Promise<void> = async () => undefined): void {
    const worker = workers.get(id)
    if (!worker) return
    workers.delete(id)
    const ended = worker
      .stop()
      .then(after)
      .catch((error: unknown) => logger.warn({ export: id, err: error }, 'export did not end well'))
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
    // A worker that ends by itself found its cursor moved by another one: the next to claim the export starts over.
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
        // Ended while they are still ours: no one begins before the cursors are written down.
        await endAll()
      })
    } catch (error) {
      aloneSince ??= now()
      logger.warn({ err: error }, 'exports cannot be followed at the moment')
      if (now() - aloneSince > ALONE_MS) await endAll()
    }
    await pause(stop)
  }
  await endAll()
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
