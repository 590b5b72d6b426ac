import { randomBytes } from 'node:crypto'
import type { Account, AuditOrigin, NewPassword, PasswordEffects } from '@watchpost/store'
import { Refused } from '../refused.ts'

/** Dependencies of a password reset. */
export interface ResetPasswordPorts {
  findByUsername(username: string): Promise<Account | 'absent'>
  setPassword(id: number, password: NewPassword, origin: AuditOrigin): Promise<PasswordEffects | 'absent' | 'outdated'>
  hash(password: string): Promise<string>
}

export interface ResetPasswordOptions {
  username: string
  /** Whether the API keys of the account are removed too. */
  revokesKeys: boolean
}

/** For a locked-out user: sets a new password, ends all sessions, and resets the delay after failed logins. */
export async function resetPassword(
  { username, revokesKeys }: ResetPasswordOptions,
  { findByUsername, setPassword, hash }: ResetPasswordPorts,
  origin: AuditOrigin,
): Promise<Account & PasswordEffects & { password: string }> {
  const account = await findByUsername(username)
  if (account === 'absent') throw new Refused(`no account is called ${username}`)
  const password = randomBytes(18).toString('base64url')
  const changed = { passwordHash: await hash(password), mustChangePassword: true, revokesKeys }
  const outcome = await setPassword(account.id, changed, origin)
  if (typeof outcome === 'string') throw new Refused(`${account.username} was removed in the meantime`)
  return { ...account, ...outcome, password }
}
