import type { Logger } from '@watchpost/runtime'

const EVERY_MS = 2_000

/** Keeps the newest answer to a question at hand, so that no batch waits for one. */
export function createWatch<T>(subject: string, ask: () => Promise<T>, logger: Logger) {
  let newest: T | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function look(): Promise<void> {
    try {
      newest = await ask()
      if (isFailing) logger.info({ subject }, 'watched again')
      isFailing = false
    } catch (error) {
      // A server that does not answer this will not store either: batches are then refused one by one, with that reason.
      if (!isFailing) logger.warn({ subject, err: error }, 'not watched at the moment')
      isFailing = true
    }
  }

  function plan(): void {
    timer = setTimeout(() => void look().then(plan), EVERY_MS)
  }

  return {
    name: `watch on ${subject}`,
    newest: () => newest,
    isFailing: () => isFailing,
    async start(): Promise<void> {
      await look()
      plan()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
