/** A number of events at a time, in milliseconds since the epoch. */
export interface Counted {
  at: number
  count: number
}

/**
 * The time from arrival to searchable that 99% of the events stay within. `arrivals` has the number of events that
 * arrived at each time, `seen` the total found at each poll. Events are assumed to become searchable in order of
 * arrival; an event that was never found takes forever.
 */
export function searchableWithin(arrivals: readonly Counted[], seen: readonly Counted[], share = 0.99): number {
  const looks = seen.values()
  let look = looks.next().value
  let arrived = 0
  const delays: Counted[] = []
  for (const { at, count } of arrivals.toSorted((one, other) => one.at - other.at)) {
    arrived += count
    while (look && look.count < arrived) look = looks.next().value
    delays.push({ at: look ? look.at - at : Number.POSITIVE_INFINITY, count })
  }
  delays.sort((one, other) => one.at - other.at)
  let counted = 0
  for (const { at, count } of delays) {
    counted += count
    if (counted >= arrived * share) return at
  }
  return Number.POSITIVE_INFINITY
}
