/** Unfinished handshakes by source IP address. */
export interface HandshakeCounts {
  /** Counts one more; returns false, without counting, if the source is at its limit. */
  take(source: string): boolean
  release(source: string): void
  of(source: string): number
  total(): number
}

export function createHandshakeCounts(limitPerSource: number): HandshakeCounts {
  const bySource = new Map<string, number>()
  let total = 0
  return {
    take(source) {
      const count = bySource.get(source) ?? 0
      if (count >= limitPerSource) return false
      bySource.set(source, count + 1)
      total += 1
      return true
    },
    release(source) {
      const count = bySource.get(source)
      if (count === undefined) return
      if (count > 1) bySource.set(source, count - 1)
      else bySource.delete(source)
      total -= 1
    },
    of: (source) => bySource.get(source) ?? 0,
    total: () => total,
  }
}
