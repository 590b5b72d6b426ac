import type { EventDocument } from '@watchpost/model'

/** Counts of one probe's events whose time was set to their arrival. */
export interface CountedCorrections {
  probeId: number
  aheadEvents: number
  oldEvents: number
  lastClaimed: string
  lastReceived: Date
}

/** Counts, by probe, the events of a batch whose time was set to their arrival, and passes the counts to `add`. */
export function createClockKeeper(
  add: (corrections: readonly CountedCorrections[], stop: AbortSignal) => Promise<void>,
) {
  return {
    async corrected(documents: readonly EventDocument[], stop: AbortSignal): Promise<void> {
      if (documents.length === 0) return
      const byProbe = Map.groupBy(documents, ({ identity }) => identity.probeId)
      await add(
        [...byProbe].map(([probeId, group]) => ({ probeId, ...countOf(group) })),
        stop,
      )
    },
  }
}

function countOf(documents: readonly EventDocument[]): Omit<CountedCorrections, 'probeId'> {
  const last = documents.reduce((one, other) => (other.record.receivedAt >= one.record.receivedAt ? other : one))
  const aheadEvents = documents.filter(({ correction }) => correction?.fault === 'ahead').length
  return {
    aheadEvents,
    oldEvents: documents.length - aheadEvents,
    lastClaimed: last.correction?.claimed ?? '',
    lastReceived: new Date(last.record.receivedAt),
  }
}
