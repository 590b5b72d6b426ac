import type { Logger } from '../logger.ts'
import type { ConnectionRefusal } from './connection-metrics.ts'

const EVERY_MS = 10_000

/**
 * Logs one line per reason every ten seconds, with the count, so that a flood of connections does not flood the log.
 */
export function createRefusalLog(logger: Pick<Logger, 'warn'>, everyMs: number = EVERY_MS) {
  const pending = new Map<ConnectionRefusal, { count: number; source: string }>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    for (const [reason, { count, source }] of pending) {
      logger.warn({ reason, count, lastSource: source }, 'connections refused')
    }
    pending.clear()
  }

  return {
    note(reason: ConnectionRefusal, source: string): void {
      const count = (pending.get(reason)?.count ?? 0) + 1
      pending.set(reason, { count, source })
      timer ??= setTimeout(flush, everyMs).unref()
    },
    /** Writes the remaining counts. */
    stop(): void {
      clearTimeout(timer)
      flush()
    },
  }
}
