import type { AccessEntry } from '@watchpost/store'
import type { Attempted, LoginOutcome, Whence } from '../users/password-check.ts'

/** An attempt to log in that failed. One that succeeded is a change, and audited as such. */
export function loginAccess(
  outcome: LoginOutcome,
  { accountId, username, address, requestId }: Attempted & Whence,
  at: number,
): AccessEntry | undefined {
  if (outcome === 'signed-in') return undefined
  return {
    at,
    accountId,
    // Whose account it is, and never what was typed: people type their password there.
    username,
    via: 'login',
    credentialPrefix: null,
    address,
    requestId,
    action: `login.${outcome}`,
    object: accountId === null ? 'user/unknown' : `user/${accountId}`,
    result: 'refused',
    status: statuses[outcome] ?? 429,
    detail: null,
  }
}

const statuses: Partial<Record<LoginOutcome, number>> = { wrong: 401, 'no-rights': 403, busy: 503 }
