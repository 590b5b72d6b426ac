import { createWatch, type Logger, type Part } from '@watchpost/runtime'

/** Often enough for a person, seldom enough for ten thousand probes. */
const EVERY_MS = 15_000

/** Writes down, every quarter of a minute, which probes were heard of since the last time. */
export function createLastSeen(
  touch: (probeIds: readonly number[]) => Promise<void>,
  logger: Pick<Logger, 'info' | 'warn'>,
): Part & { note(probeId: number): void; flush(): Promise<void> } {
  let heard = new Set<number>()

  async function flush(): Promise<void> {
    const ids = [...heard]
    heard = new Set()
    try {
      await touch(ids)
    } catch (error) {
      for (const id of ids) heard.add(id)
      throw error
    }
  }

  const watch = createWatch('last seen', flush, logger, { everyMs: EVERY_MS })
  return { name: watch.name, start: watch.start, stop: watch.stop, note: (id) => void heard.add(id), flush }
}
