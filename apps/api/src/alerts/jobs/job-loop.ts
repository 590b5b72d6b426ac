import { setTimeout as sleep } from 'node:timers/promises'
import { jobLimits } from '@watchpost/contract'
import type { Asking } from '@watchpost/engine'
import type { Logger } from '@watchpost/runtime'

export interface JobLoopPorts {
  /** Runs the work while this process leads; returns false at once when another one does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  runner: { tick(asking: Asking): Promise<boolean> }
  jobs: { removeEndedBefore(days: number): Promise<void> }
  telemetry: { unfinished(jobs: number | undefined): void }
  logger: Logger
  now?: () => number
}

const LOOK_MS = 500
const RETRY_MS = 1_000
const REMOVE_MS = 3_600_000

/** One of the APIs runs the jobs; the others wait to take over. A failed round only delays the jobs. */
export function createJobLoop({ lead, runner, jobs, telemetry, logger, now = Date.now }: JobLoopPorts) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  let removedAt = 0

  async function removeOld(): Promise<void> {
    if (now() - removedAt < REMOVE_MS) return
    await jobs.removeEndedBefore(jobLimits.keptDays)
    removedAt = now()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await lead(async (assertLeading) => {
          while (!signal.aborted) {
            await assertLeading()
            await removeOld()
            if (!(await runner.tick({ requestId: 'alert-jobs', signal }))) await pause(LOOK_MS)
          }
        })
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'running jobs on alerts failed')
      }
      telemetry.unfinished(undefined)
      await pause(RETRY_MS)
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  return {
    name: 'alert jobs',
    start(): void {
      running = run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
