import type { LogRecord } from '@watchpost/model'
import type { Logger } from '@watchpost/runtime'

export type BatchStep = 'storing' | 'writing dead letters' | 'entering the ledger' | 'committing'

interface HeldBatch {
  since: number
  records: number
  partitions: number[]
  step: BatchStep
  warnedAt: number
}

const WARN_MS = 30_000
const LOOK_MS = 1_000
/** How long a retry explains a wait. */
const REASON_MS = 30_000

export type BatchWatch = ReturnType<typeof createBatchWatch>

/** Tracks the current batch and what it waits for, and logs a warning every 30 s while it is held. */
export function createBatchWatch(logger: Pick<Logger, 'warn'>, now: () => number = Date.now) {
  let held: HeldBatch | undefined
  let trouble: { reason: string; at: number } | undefined
  let timer: NodeJS.Timeout | undefined

  function reason(): string | undefined {
    return trouble && now() - trouble.at < REASON_MS ? trouble.reason : undefined
  }

  function look(): void {
    if (!held || now() - held.warnedAt < WARN_MS) return
    held.warnedAt = now()
    const { records, partitions, step, since } = held
    const heldSeconds = Math.round((now() - since) / 1_000)
    logger.warn({ heldSeconds, step, reason: reason() ?? 'no answer yet', records, partitions }, 'batch held')
  }

  return {
    name: 'batch watch',
    start(): void {
      timer = setInterval(look, LOOK_MS).unref()
    },
    stop: (): void => clearInterval(timer),
    look,

    begin(batch: readonly LogRecord[]): void {
      const partitions = [...new Set(batch.map(({ partition }) => partition))]
      held = { since: now(), warnedAt: now(), records: batch.length, partitions, step: 'storing' }
    },
    step(step: BatchStep): void {
      if (held) held.step = step
    },
    end(): void {
      held = undefined
    },

    /** Notes a retry and its reason. */
    retried(why: string): void {
      trouble = { reason: why, at: now() }
    },

    /** Why nothing is being read; undefined without a current batch. Each step of a batch has a timeout. */
    waitsFor: (): string | undefined => held && `${held.step}: ${reason() ?? 'no answer yet'}`,
  }
}
