import { AppError } from '@watchpost/contract'
import type { RateLimit } from '@watchpost/runtime'

/** All steps of a try together take no longer. */
export const tryMostMs = 20_000

/** No one looks around in a network by trying targets. */
export function admitTry(limit: Pick<RateLimit, 'take'>, caller: number): void {
  const { isAllowed, resetSeconds } = limit.take(`account ${caller}`)
  if (isAllowed) return
  throw new AppError('too-many-requests', 'Exports can be tried 5 times a minute.', {
    retryAfterSeconds: resetSeconds,
  })
}

/** The steps of a try as callers see them. */
export function tryAnswer<S extends { isOk: boolean }>(steps: readonly S[]) {
  return {
    ok: steps.every(({ isOk }) => isOk),
    steps: steps.map(({ isOk, ...rest }) => ({ ...rest, ok: isOk })),
  }
}
