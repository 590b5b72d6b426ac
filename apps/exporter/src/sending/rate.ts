const SLOTS = 10

export type Rate = ReturnType<typeof createRate>

/** Events per second, over the last ten full seconds. */
export function createRate(now: () => number = Date.now) {
  const counts = Array.from({ length: SLOTS + 1 }, () => ({ second: -1, count: 0 }))
  const slotOf = (second: number) => counts[second % counts.length] ?? { second: -1, count: 0 }

  return {
    add(count: number): void {
      const second = Math.floor(now() / 1_000)
      const slot = slotOf(second)
      if (slot.second !== second) Object.assign(slot, { second, count: 0 })
      slot.count += count
    },
    perSecond(): number {
      const present = Math.floor(now() / 1_000)
      const sum = counts
        .filter(({ second }) => second < present && second >= present - SLOTS)
        .reduce((total, { count }) => total + count, 0)
      return sum / SLOTS
    },
  }
}
