/** What happened to the events of a probe that arrived in one hour. */
export interface CoveredHour {
  probeId: number
  hour: Date
  /** Only where all hours of a probe are among the facts, and so is `indexed`. */
  received?: number
  indexed?: number
  deadLettered: number
  expired: number
  missing: number
  /** Of the missing, those that cannot arrive any more. */
  givenUp: number
  late: number
}

/** A span in which nothing was heard of a probe. */
export interface ProbeSilence {
  probeId: number
  from: Date
  to: Date
  isOpen: boolean
}

/** What is known of a time, all probes or one. */
export interface CoverageFacts {
  /** When they were read. */
  at: Date
  /** Nothing is known of what was before. */
  knownFrom: Date
  /** How many probes there were. */
  probes: number
  /** `from` is when a probe was first heard of. */
  names: ReadonlyMap<number, { fqdn: string; isRemoved: boolean; from: Date }>
  hours: readonly CoveredHour[]
  silences: readonly ProbeSilence[]
  losses: readonly { probeId: number; hour: Date; dropped: number }[]
  isTruncated: boolean
}

/** What of the events of an hour cannot be found, or was not seen. */
export interface CoverageCounts {
  late: number
  missing: number
  givenUp: number
  deadLettered: number
  expired: number
  droppedPackets: number
  silentSeconds: number
}

export const noCounts: CoverageCounts = {
  late: 0,
  missing: 0,
  givenUp: 0,
  deadLettered: 0,
  expired: 0,
  droppedPackets: 0,
  silentSeconds: 0,
}

const names = Object.keys(noCounts) as (keyof CoverageCounts)[]

/** Adds what there is of these counts. */
export function addCounts(totals: CoverageCounts, more: Partial<CoverageCounts>): void {
  for (const name of names) totals[name] += more[name] ?? 0
}

export const HOUR_MS = 3_600_000
