import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'

export interface LeadLoopPorts {
  /** Runs the work while this indexer leads; returns false at once when another one does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  onLeading(isLeading: boolean): void
  caretaker: { tick(): Promise<void> }
  upkeep: { startLeading(): void; tick(): Promise<void> }
  logger: Logger
}

const LOOK_MS = 1_000

/** One of the indexers maintains the indexes; the others wait to take over. A failed round only delays the work. */
export async function runLeadLoop(
  { lead, onLeading, caretaker, upkeep, logger }: LeadLoopPorts,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await lead(async (assertLeading) => {
        logger.info('leading the indexers')
        upkeep.startLeading()
        onLeading(true)
        while (!stop.aborted) {
          await assertLeading()
          await caretaker.tick()
          await upkeep.tick()
          await pause(stop)
        }
      })
    } catch (error) {
      logger.warn({ err: error }, 'maintenance of the indexes failed')
    }
    onLeading(false)
    await pause(stop)
  }
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
