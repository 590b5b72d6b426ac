import { isProblem } from '@watchpost/sdk'

const mostTries = 2

/** Whether asking once more by itself makes sense: only for what passes, and not so often that no one is told. */
export function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (failures >= mostTries) return false
  return isProblem(error) ? error.status === 429 || error.status === 503 : true
}
