/** The fate of a probe's events that arrived in one hour. */
export interface CoveredHour {
  probeId: number
  hour: Date
  /** `received` and `indexed` are only set if the facts contain all hours of a probe. */
  received?: number
  indexed?: number
  deadLettered: number
  expired: number
  missing: number
  /** The part of `missing` that can never arrive. */
  givenUp: number
  late: number
}

/** A period without any contact from a probe. */
export interface ProbeSilence {
  probeId: number
  from: Date
  to: Date
  isOpen: boolean
}

/** The known facts of a period, for all probes or one. */
export interface CoverageFacts {
  /** When the facts were read. */
  at: Date
  /** Earlier times are unknown. */
  knownFrom: Date
  /** The number of probes in the period. */
  probes: number
  /** `from` is the first contact of a probe. */
  names: ReadonlyMap<number, { fqdn: string; isRemoved: boolean; from: Date }>
  hours: readonly CoveredHour[]
  silences: readonly ProbeSilence[]
  losses: readonly { probeId: number; hour: Date; dropped: number }[]
  isTruncated: boolean
}

/** The events of an hour that cannot be found, or were not seen. */
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

/** Adds these counts, as far as they are set. */
export function addCounts(totals: CoverageCounts, more: Partial<CoverageCounts>): void {
  for (const name of names) totals[name] += more[name] ?? 0
}

export const HOUR_MS = 3_600_000
