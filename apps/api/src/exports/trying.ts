import { AppError } from '@watchpost/contract'
import type { RateLimit } from '@watchpost/runtime'

/** Timeout for all steps of a test together. */
export const tryMostMs = 20_000

/** Limits tests, so that they cannot be used to scan a network. */
export function admitTry(limit: Pick<RateLimit, 'take'>, caller: number): void {
  const { isAllowed, resetSeconds } = limit.take(`account ${caller}`)
  if (isAllowed) return
  throw new AppError('too-many-requests', 'Exports can be tried 5 times a minute.', {
    retryAfterSeconds: resetSeconds,
  })
}

/** The steps of a test as the API returns them. */
export function tryAnswer<S extends { isOk: boolean }>(steps: readonly S[]) {
  return {
    ok: steps.every(({ isOk }) => isOk),
    steps: steps.map(({ isOk, ...rest }) => ({ ...rest, ok: isOk })),
  }
}
