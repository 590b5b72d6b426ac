import { randomBytes } from 'node:crypto'
import type { Account, AuditOrigin, NewPassword } from '@watchpost/store'
import { Refused } from './refused.ts'

/** What resetting a password needs. */
export interface ResetPasswordPorts {
  findByUsername(username: string): Promise<Account | 'absent'>
  setPassword(id: number, password: NewPassword, origin: AuditOrigin): Promise<'changed' | 'absent' | 'outdated'>
  hash(password: string): Promise<string>
}

/** For whoever is locked out: a new password, no sessions, and no waiting after failed logins. */
export async function resetPassword(
  username: string,
  { findByUsername, setPassword, hash }: ResetPasswordPorts,
  origin: AuditOrigin,
): Promise<Account & { password: string }> {
  const account = await findByUsername(username)
  if (account === 'absent') throw new Refused(`no account is called ${username}`)
  const password = randomBytes(18).toString('base64url')
  const changed = { passwordHash: await hash(password), mustChangePassword: true }
  const outcome = await setPassword(account.id, changed, origin)
  if (outcome !== 'changed') throw new Refused(`${account.username} was removed meanwhile`)
  return { ...account, password }
}
