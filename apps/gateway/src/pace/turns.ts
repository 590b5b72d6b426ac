/** Runs at most `most` tasks at once; the others wait in FIFO order. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
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
