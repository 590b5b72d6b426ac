import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentStore } from '@watchpost/files'
import type { Logger } from '@watchpost/runtime'
import type { FileKeepingStore, FileLimits } from '@watchpost/store'

export interface FileKeeperPorts {
  keeping: Pick<FileKeepingStore, 'lead' | 'expire' | 'forget' | 'removals' | 'removed'>
  contents: Pick<ContentStore, 'remove'>
  limits(): FileLimits | undefined
  telemetry: { filesRemoved(reason: 'age' | 'space' | 'abandoned', count: number): void }
  logger: Logger
}

const LIMITS_EVERY_MS = 10_000
const REMOVALS_EVERY_MS = 1_000

/** Removes files beyond their limits, and contents that no row refers to. One gateway does it at a time. */
export function createFileKeeper({ keeping, contents, limits, telemetry, logger }: FileKeeperPorts) {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let lookedAt = Number.NEGATIVE_INFINITY

  async function removeContents(): Promise<void> {
    const queued = await keeping.removals()
    for (const contentId of queued) await contents.remove(contentId)
    // The queue is emptied last: a content that is removed twice does no harm, one that is forgotten stays for ever.
    await keeping.removed(queued)
  }

  async function keepLimits(present: FileLimits): Promise<void> {
    const { age, space } = await keeping.expire(present)
    const { abandoned } = await keeping.forget(present)
    for (const [reason, count] of Object.entries({ age, space, abandoned })) {
      if (count === 0) continue
      telemetry.filesRemoved(reason as 'age' | 'space' | 'abandoned', count)
      logger.info({ reason, count }, 'removed files')
    }
  }

  async function keep(): Promise<void> {
    const present = limits()
    // Without the settings nothing is removed: a default could be shorter than what the operator chose.
    if (!present) return
    if (performance.now() - lookedAt >= LIMITS_EVERY_MS) {
      await keepLimits(present)
      lookedAt = performance.now()
    }
    await removeContents()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await keeping.lead(keep)
      } catch (error) {
        logger.warn({ err: error }, 'cannot remove files that are too old or too many')
      }
      await sleep(REMOVALS_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    name: 'file keeper',
    start: async () => {
      running = run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
