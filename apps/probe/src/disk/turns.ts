/** One after the other: whatever is handed in runs once all that came before has ended, well or not. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run)
    last = turn.catch(() => undefined)
    return turn
  }
}
