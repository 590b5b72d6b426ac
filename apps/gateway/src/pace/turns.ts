export interface TurnOptions {
  /** The number of tasks that may wait. */
  mostWaiting?: number
  /** What a task fails with if too many wait already. */
  whenFull?: () => Error
}

/** Runs at most `most` tasks at once; the others wait in FIFO order. */
export function createTurns(most: number, { mostWaiting = Infinity, whenFull = tooMany }: TurnOptions = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw whenFull()
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

function tooMany(): Error {
  return new Error('too many tasks wait')
}
