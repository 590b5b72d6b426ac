import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import { LogReplaced } from './log-replaced.ts'

/** The current log: its topic of events, and its epoch. */
export interface LogIdentity {
  topicId: string
  epoch: number
}

export interface LogIdentityPorts {
  /** The id of the topic of events, as the brokers report it now. */
  topicId(): Promise<string>
  /** The epoch of a topic. A new topic starts a new epoch; `lostEvents` counts the events that were never stored. */
  learn(topicId: string): Promise<LogIdentity & { begun?: { lostEvents: number } }>
  /** The newest recorded epoch. */
  newest(): Promise<LogIdentity | undefined>
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

const LOOK_MS = 1_000
const PAUSE_MS = 500

export type LogWatch = ReturnType<typeof createLogWatch>

/**
 * Identifies the log before the first record is read, and detects when it is replaced. Positions of one log are invalid
 * in another: a process that detects a new log exits and starts again.
 */
export function createLogWatch({ topicId, learn, newest, logger }: LogIdentityPorts, everyMs = LOOK_MS) {
  const replaced = Promise.withResolvers<never>()
  // Awaited by the main loop; until then a rejection must not end the process.
  replaced.promise.catch(() => undefined)
  const ended = new AbortController()
  let own: LogIdentity | undefined

  async function epochOf(present: string): Promise<LogIdentity> {
    const { topicId: id, epoch, begun } = await learn(present)
    if (begun) logger.warn({ epoch, topicId: id, lostEvents: begun.lostEvents }, 'a new log began')
    return { topicId: id, epoch }
  }

  /** While the log is unavailable, use the newest recorded epoch: readers check the topic themselves. */
  async function identify(): Promise<LogIdentity> {
    for (;;) {
      const present = await topicId().catch((error: unknown) => {
        logger.warn({ err: error }, 'waiting for the log')
        return undefined
      })
      const known = present === undefined ? await newest() : await epochOf(present)
      if (known) return { topicId: known.topicId, epoch: known.epoch }
      await sleep(PAUSE_MS, undefined, { signal: ended.signal })
    }
  }

  /** The current epoch, as far as it can be determined. */
  async function look(): Promise<LogIdentity | undefined> {
    const present = await topicId().catch(() => undefined)
    return present !== undefined && present !== own?.topicId ? epochOf(present) : newest()
  }

  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return
      // Without an answer nothing is known; other alarms report that.
      const current = await look().catch(() => undefined)
      if (!current || current.epoch === own?.epoch) continue
      logger.error({ epoch: own?.epoch, newEpoch: current.epoch, topicId: current.topicId }, 'the log was replaced')
      replaced.reject(new LogReplaced(`the log of epoch ${own?.epoch} was replaced by that of epoch ${current.epoch}`))
      return
    }
  }

  return {
    name: 'log watch',
    async start(): Promise<void> {
      own = await identify()
      logger.info({ epoch: own.epoch, topicId: own.topicId }, 'reading the log')
      void watch()
    },
    stop: (): void => ended.abort(),

    /** The log at the start. */
    current(): LogIdentity {
      if (!own) throw new Error('the log watch has not been started')
      return own
    },

    /** Rejects when the log is replaced. */
    replaced: replaced.promise,
  }
}
