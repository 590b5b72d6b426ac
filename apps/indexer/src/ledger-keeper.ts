import { createRangeGatherer, type DeadLetter, type EventDocument, type GatheredRanges } from '@watchpost/model'
import type { Put } from './placing/write-outcome.ts'

type Fate = 'indexed' | 'dead' | 'expired'

export interface LedgerKeeperPorts {
  /** Waits while the store is away: nothing is committed that is not in the ledger. */
  enter(entries: readonly GatheredRanges<Fate>[], stop: AbortSignal): Promise<void>
  /** Everything of this partition that is open counts as expired. */
  expire(partition: number, stop: AbortSignal): Promise<void>
}

/** Enters into the ledger what became of every event. */
export function createLedgerKeeper({ enter, expire }: LedgerKeeperPorts) {
  const gatherer = createRangeGatherer<Fate>()
  const forgetful = new Set<number>()

  return {
    /** What became of a batch: every event of it is in one of the three. */
    async settled(
      { stored, expired }: Pick<Put, 'stored' | 'expired'>,
      dead: readonly DeadLetter[],
      stop: AbortSignal,
    ) {
      gather('indexed', stored)
      gather('expired', expired)
      for (const { record } of dead) gatherer.add('dead', record.identity, record.identity.sequence)
      await enter(gatherer.take(), stop)
      for (const partition of forgetful) await expire(partition, stop)
      forgetful.clear()
    },

    /** The log dropped events of this partition before they were read. */
    forgot(partition: number): void {
      forgetful.add(partition)
    },
  }

  function gather(fate: Fate, documents: readonly EventDocument[]): void {
    for (const { identity } of documents) gatherer.add(fate, identity, identity.sequence)
  }
}
export type LedgerKeeper = ReturnType<typeof createLedgerKeeper>
