import { createHourGatherer, type HourRanges } from '@watchpost/model'
import type { Logger } from '@watchpost/runtime'
import type { StreamName } from './mark-claims.ts'

export interface ReceivedBookPorts {
  /** Returns the streams that have more gaps than their rows should hold. */
  enter(entries: readonly HourRanges<'received'>[]): Promise<StreamName[]>
  onCrowded(streams: readonly StreamName[]): void
  logger: Pick<Logger, 'info' | 'warn'>
}

const EVERY_MS = 5_000

/**
 * Collects what was stored and enters it into the ledger every few seconds and on stop. If a crash loses entries, the
 * indexer makes up for them: it enters the outcome of the same events.
 */
export function createReceivedBook({ enter, onCrowded, logger }: ReceivedBookPorts, everyMs = EVERY_MS) {
  const gatherer = createHourGatherer<'received'>()
  let timer: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()
  let isFailing = false
  let isStopped = false

  async function flush(): Promise<void> {
    const entries = gatherer.take()
    if (entries.length === 0) return
    try {
      onCrowded(await enter(entries))
      if (isFailing) logger.info('received events are entered into the ledger again')
      isFailing = false
    } catch (error) {
      for (const { received = [], arrivedAt, ...stream } of entries) {
        for (const [first, last] of received) gatherer.add('received', arrivedAt.getTime(), stream, first, last)
      }
      if (!isFailing) logger.warn({ err: error }, 'cannot enter received events into the ledger')
      isFailing = true
    }
  }

  function plan(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      flushing = flush()
      void flushing.then(plan)
    }, everyMs)
  }

  return {
    name: 'book of what was received',
    add(stream: StreamName, arrivedAt: number, first: number, last: number): void {
      gatherer.add('received', arrivedAt, stream, first, last)
    },
    start: plan,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await flushing
      await flush()
    },
  }
}
