import type { AccessEntry } from '@watchpost/store'
import type { Attempted, LoginOutcome, Whence } from '../users/password-check.ts'

/** The audit entry for a failed login. A successful login is a change and audited as such. */
export function loginAccess(
  outcome: LoginOutcome,
  { accountId, username, address, requestId }: Attempted & Whence,
  at: number,
): AccessEntry | undefined {
  if (outcome === 'signed-in') return undefined
  return {
    at,
    accountId,
    // The account's name, never the typed text: people type their password into the name field.
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
