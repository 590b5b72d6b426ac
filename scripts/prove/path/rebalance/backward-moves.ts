export interface BackwardMove {
  partition: number
  from: number
  to: number
}

/** Tracks the position of each partition and records every backward move. */
export function createBackwardMoves() {
  const positions = new Map<number, number>()
  const moves: BackwardMove[] = []
  let count = 0
  return {
    note(partition: number, offset: number): void {
      count++
      const before = positions.get(partition)
      if (before !== undefined && offset < before) moves.push({ partition, from: before, to: offset })
      positions.set(partition, offset)
    },
    clear(): void {
      positions.clear()
      moves.length = 0
      count = 0
    },
    /** The number of recorded positions. */
    count: () => count,
    moves: (): readonly BackwardMove[] => moves,
    describe(): string {
      const examples = moves.slice(0, 5).map(({ partition, from, to }) => `${partition}: ${from} to ${to}`)
      return [`${count} positions, ${moves.length} went back`, ...examples].join(', ')
    },
  }
}
