import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { Counting } from './count-loop.ts'
import type { ClustersTelemetry } from './telemetry.ts'

export interface LeadCountingPorts {
  /** Runs the work while this replica leads; returns false at once when another one does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  /** Created each time this replica becomes leader, since another one may have written in between. */
  beginCounting(stop: AbortSignal): Counting
  /** Removes clusters whose alerts are gone. */
  sweep(): Promise<void>
  telemetry: ClustersTelemetry
  logger: Logger
}

/** An open frame is at most 15 s behind: this, and the refreshes before and after. */
const BEHIND_MS = 13_000
const SHORTEST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 8_000
/** Under load, the alerts of more seconds are counted at once: a cluster is then written once for all of them. */
const PAUSE_BY_COUNTING = 8
const SWEEP_MS = 3_600_000
/** How often it looks for clusters to count again, between the counts of new alerts. */
const LOOK_MS = 500
/** Counting again takes at most a third of the time, or two thirds if it falls behind. */
const PAUSE_BY_RECOUNT = 2
const PAUSE_BEHIND = 0.5

/** One of the replicas counts; the others wait to take over. A failed round only delays the count. */
export async function leadCounting(ports: LeadCountingPorts, stop: AbortSignal): Promise<void> {
  const { lead, beginCounting, sweep, telemetry, logger } = ports
  let sweptAt = 0
  while (!stop.aborted) {
    try {
      await lead(async (assertLeading) => {
        logger.info('leading the clusters services')
        const counting = beginCounting(stop)
        const recount = paced(async () => {
          await assertLeading()
          return counting.recount()
        })
        let lookedAt = performance.now()
        while (!stop.aborted) {
          await assertLeading()
          if (await counting.tick()) {
            await recount()
            continue
          }
          const pauseMs = pauseAfter(performance.now() - lookedAt)
          telemetry.idle()
          if (Date.now() - sweptAt > SWEEP_MS) {
            sweptAt = Date.now()
            await sweep()
          }
          const until = performance.now() + pauseMs
          while (!stop.aborted && performance.now() < until) {
            await pause(Math.min(LOOK_MS, until - performance.now()), stop)
            await recount()
          }
          lookedAt = performance.now()
        }
      })
    } catch (error) {
      if (!stop.aborted) logger.warn({ err: error }, 'counting alerts into clusters failed; it starts again')
    }
    telemetry.backlog(undefined)
    await pause(SHORTEST_PAUSE_MS, stop)
  }
}

/** Runs the work, which tells whether it falls behind, only if the last time is long enough ago. */
function paced(work: () => Promise<boolean>): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const startedAt = performance.now()
    if (startedAt < nextAt) return
    const isBehind = await work()
    const endedAt = performance.now()
    nextAt = endedAt + Math.max(LOOK_MS / 2, (isBehind ? PAUSE_BEHIND : PAUSE_BY_RECOUNT) * (endedAt - startedAt))
  }
}

/**
 * How long to wait for more alerts after a count that took this long. An alert that just missed a count waits for the
 * rest of that count, the pause and the next count.
 */
export function pauseAfter(countingMs: number): number {
  const pauseMs = Math.min(PAUSE_BY_COUNTING * countingMs, LONGEST_PAUSE_MS, BEHIND_MS - 2 * countingMs)
  return Math.max(SHORTEST_PAUSE_MS, pauseMs)
}

function pause(pauseMs: number, stop: AbortSignal): Promise<void> {
  return sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined)
}
