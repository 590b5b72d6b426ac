/** Runs tasks one after the other: each starts when all earlier ones have ended, successfully or not. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run)
    last = turn.catch(() => undefined)
    return turn
  }
}
