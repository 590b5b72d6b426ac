import { createHourGatherer, type DeadLetter, type EventDocument, type HourRanges } from '@watchpost/model'
import type { Put } from './placing/write-outcome.ts'

type Fate = 'indexed' | 'dead' | 'expired'

export interface LedgerKeeperPorts {
  /** Waits while the store is unreachable: nothing is committed that is not in the ledger. */
  enter(entries: readonly HourRanges<Fate>[], stop: AbortSignal): Promise<void>
  /** Marks all open events of this partition as expired. */
  expire(partition: number, stop: AbortSignal): Promise<void>
}

/** Enters the outcome of every event into the ledger. */
export function createLedgerKeeper({ enter, expire }: LedgerKeeperPorts) {
  const gatherer = createHourGatherer<Fate>()
  const forgetful = new Set<number>()

  return {
    /** Enters the outcome of a batch: each of its events is in one of the three. */
    async settled(
      { stored, expired }: Pick<Put, 'stored' | 'expired'>,
      dead: readonly DeadLetter[],
      stop: AbortSignal,
    ) {
      gather('indexed', stored)
      gather('expired', expired)
      for (const { record } of dead) gatherer.add('dead', record.receivedAt, record.identity, record.identity.sequence)
      await enter(gatherer.take(), stop)
      for (const partition of forgetful) await expire(partition, stop)
      forgetful.clear()
    },

    /** Notes that the log dropped events of this partition before they were read. */
    forgot(partition: number): void {
      forgetful.add(partition)
    },
  }

  function gather(fate: Fate, documents: readonly EventDocument[]): void {
    for (const { identity, record } of documents) gatherer.add(fate, record.receivedAt, identity, identity.sequence)
  }
}
export type LedgerKeeper = ReturnType<typeof createLedgerKeeper>
