import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { Projector } from './projector.ts'

export interface ProjectionLoopPorts {
  /** Runs the work while this indexer leads the projection; returns false at once when another one does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  /** Adds what indexes of earlier versions lack. */
  prepare(): Promise<void>
  projector: Projector
  logger: Logger
}

const LOOK_MS = 250
const RETRY_MS = 1_000

/** One of the indexers copies the state of alerts; the others wait to take over. A failed round only delays it. */
export async function runProjectionLoop(
  { lead, prepare, projector, logger }: ProjectionLoopPorts,
  stop: AbortSignal,
): Promise<void> {
  const asking = { requestId: 'projection', signal: stop }
  while (!stop.aborted) {
    try {
      await lead(async (assertLeading) => {
        await prepare()
        while (!stop.aborted) {
          await assertLeading()
          if (!(await projector.tick(asking))) await pause(LOOK_MS, stop)
        }
      })
    } catch (error) {
      if (!stop.aborted) logger.warn({ err: error }, 'copying the state of alerts into the engine failed')
    }
    projector.rest()
    await pause(RETRY_MS, stop)
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}
