export interface WaitingLimit {
  /** The number of tasks that may wait. */
  mostWaiting: number
  /** What a task fails with if that many wait already. */
  whenFull: () => Error
}

/** Runs at most `most` tasks at once; the others wait in FIFO order. */
export function createTurns(most: number, limit?: WaitingLimit) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= most) {
      if (limit && waiting.length >= limit.mostWaiting) throw limit.whenFull()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await task()
    } finally {
      // Hand the slot to the next waiting task, so that a later task cannot take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
