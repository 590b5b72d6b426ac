/** Entries by source IP address, in order of arrival. */
export interface FairSet<E> {
  add(source: string, entry: E): void
  delete(source: string, entry: E): void
  size(): number
  sources(): Iterable<string>
  countOf(source: string): number
  oldestOf(source: string): E | undefined
  newestOf(source: string): E | undefined
  /** The source with the most entries. */
  busiest(): string | undefined
}

/** Finds the busiest source without scanning the others, because it is needed for each connection of a flood. */
export function createFairSet<E>(): FairSet<E> {
  const bySource = new Map<string, Set<E>>()
  /** Sources by their number of entries. */
  const byCount: Set<string>[] = []
  let size = 0
  let most = 0

  function move(source: string, from: number, to: number): void {
    byCount[from]?.delete(source)
    byCount[to] ??= new Set()
    if (to > 0) byCount[to].add(source)
  }

  return {
    add(source, entry) {
      const entries = bySource.get(source) ?? new Set()
      if (entries.has(entry)) return
      entries.add(entry)
      bySource.set(source, entries)
      move(source, entries.size - 1, entries.size)
      most = Math.max(most, entries.size)
      size += 1
    },
    delete(source, entry) {
      const entries = bySource.get(source)
      if (!entries?.delete(entry)) return
      if (entries.size === 0) bySource.delete(source)
      move(source, entries.size + 1, entries.size)
      // The last source with this count now has one entry fewer, so the next count is never skipped.
      if (byCount[most]?.size === 0) most -= 1
      size -= 1
    },
    size: () => size,
    sources: () => bySource.keys(),
    countOf: (source) => bySource.get(source)?.size ?? 0,
    oldestOf: (source) => bySource.get(source)?.values().next().value,
    newestOf: (source) => [...(bySource.get(source) ?? [])].at(-1),
    busiest: () => byCount[most]?.values().next().value,
  }
}
