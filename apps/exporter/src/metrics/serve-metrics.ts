import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { MetricsExportEntry, MetricsTarget } from '@watchpost/store'
import type { StreamState } from './stream-state.ts'

/** A parent to stream to, with all that it takes. */
export interface StreamJob {
  target: MetricsTarget
  key: string
  machineGuid: string
}

export interface ServeMetricsPorts {
  /** Runs the work while this copy, and no other, leads; answers false at once when another does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  read(): Promise<MetricsExportEntry>
  readKey(): Promise<string | undefined>
  /** Streams until told to stop. */
  stream(job: StreamJob, stop: AbortSignal): Promise<void>
  /** Tells everybody how the export of this version is doing. */
  report(version: number, state: unknown): Promise<void>
  state: StreamState
  logger: Logger
  now?(): number
}

/** A change is followed within this and the time of a question to the store. */
const LOOK_MS = 1_000
/** So long the stream goes on without the store: no one else can lead either, unless only we are cut off from it. */
const ALONE_MS = 30_000

/** Streams metrics as operators have set it, in one of the copies; the others wait for their turn. */
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
      // Not a parent that is away, but a fault of ours: begun again at the next look.
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
        // Ended while we still lead: the parent has seen the end before another copy begins.
        await end()
      })
      if (!hasLed) await end()
    } catch (error) {
      aloneSince ??= now()
      logger.warn({ err: error }, 'the metrics export cannot be followed at the moment')
      if (now() - aloneSince > ALONE_MS) await end()
    }
    await pause(stop)
  }
  await end()
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
