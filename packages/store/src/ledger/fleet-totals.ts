import type { FleetFigures } from './coverage-store.ts'

/** Sums over all hours, as metrics show them. */
export interface FleetTotals {
  silentProbes: number
  late: number
  missing: number
  /** The part of `missing` that can never arrive. */
  givenUp: number
  deadLettered: number
  expired: number
  dropped: number
}

export function fleetTotalsOf({ hours, silentProbes }: FleetFigures): FleetTotals {
  const totals: FleetTotals = { silentProbes, late: 0, missing: 0, givenUp: 0, deadLettered: 0, expired: 0, dropped: 0 }
  for (const each of hours) {
    totals.late += each.late
    totals.missing += each.missing
    totals.givenUp += each.givenUp
    totals.deadLettered += each.deadLettered
    totals.expired += each.expired
    totals.dropped += each.dropped
  }
  return totals
}
