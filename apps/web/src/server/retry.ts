import { isProblem } from '@watchpost/sdk'

const mostTries = 2

/**
 * Whether to retry automatically: only for temporary errors, and only a few times so that the user sees the error soon.
 */
export function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (failures >= mostTries) return false
  return isProblem(error) ? error.status === 429 || error.status === 503 : true
}
