import type { Backlog } from '@watchpost/log'
import type { Logger } from '@watchpost/runtime'

const EVERY_MS = 2_000

/** Keeps the newest measure of the indexers' backlog at hand, so that no batch waits for one. */
export function createBacklogWatch(meter: { measure(): Promise<Backlog> }, logger: Logger) {
  let newest: Backlog | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function look(): Promise<void> {
    try {
      newest = await meter.measure()
      if (isFailing) logger.info('backlog measured again')
      isFailing = false
    } catch (error) {
      // A log that does not answer this will not store either: batches are then refused one by one, with that reason.
      if (!isFailing) logger.warn({ err: error }, 'backlog not measured')
      isFailing = true
    }
  }

  function plan(): void {
    timer = setTimeout(() => void look().then(plan), EVERY_MS)
  }

  return {
    name: 'backlog watch',
    newest: () => newest,
    async start(): Promise<void> {
      await look()
      plan()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
