import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { MetricsExportEntry, MetricsTarget } from '@watchpost/store'
import type { StreamState } from './stream-state.ts'

/** A Netdata parent to stream to, with everything that is needed to connect. */
export interface StreamJob {
  target: MetricsTarget
  key: string
  machineGuid: string
}

export interface ServeMetricsPorts {
  /** Runs the work while this replica leads; returns false at once when another one does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  read(): Promise<MetricsExportEntry>
  readKey(): Promise<string | undefined>
  /** Streams until stopped. */
  stream(job: StreamJob, stop: AbortSignal): Promise<void>
  /** Stores the state of the export with this version, for all replicas. */
  report(version: number, state: unknown): Promise<void>
  state: StreamState
  logger: Logger
  now?(): number
}

/** A change takes effect within this time plus one query to the store. */
const LOOK_MS = 1_000
/**
 * How long streaming continues without the store. No other replica can lead either, unless only this one is cut off.
 */
const ALONE_MS = 30_000

/** Streams metrics as configured, in one of the replicas; the others wait to take over. */
export async function serveMetrics(ports: ServeMetricsPorts, stop: AbortSignal): Promise<void> {
  const { lead, read, report, state, logger, now = Date.now } = ports
  let running: { version: number; stop: AbortController; ended: Promise<void> } | undefined
  let aloneSince: number | undefined

  async function end(): Promise<void> {
    running?.stop.abort()
    await running?.ended
    running = undefined
    state.become('disabled')
  }

  async function follow(entry: MetricsExportEntry): Promise<void> {
    if (running?.version === entry.version) return
    await end()
    state.forget()
    const { target, machineGuid, version } = entry
    if (!target) return
    const key = await ports.readKey()
    if (key === undefined) throw new Error('the metrics export has no key')
    const controller = new AbortController()
    const ended = ports.stream({ target, key, machineGuid }, controller.signal).catch((error: unknown) => {
      // An error of ours, not an unreachable parent: the next look starts again.
      logger.error({ err: error }, 'streaming of metrics failed')
      running = undefined
    })
    running = { version, stop: controller, ended }
  }

  async function look(): Promise<void> {
    const entry = await read()
    await follow(entry)
    await report(entry.version, state.report())
    aloneSince = undefined
  }

  while (!stop.aborted) {
    try {
      const hasLed = await lead(async (assertLeading) => {
        while (!stop.aborted) {
          await assertLeading()
          await look()
          await pause(stop)
        }
        // End while we still lead, so that the parent sees the end before another replica starts.
        await end()
      })
      if (!hasLed) await end()
    } catch (error) {
      aloneSince ??= now()
      logger.warn({ err: error }, 'cannot check for changes of the metrics export')
      if (now() - aloneSince > ALONE_MS) await end()
    }
    await pause(stop)
  }
  await end()
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
