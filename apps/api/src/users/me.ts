import type { Me } from '@watchpost/contract'
import { type Actor, permissionsOf } from '../http/caller/permission.ts'

type Shown = Pick<
  Actor,
  'accountId' | 'username' | 'role' | 'via' | 'scopes' | 'mustChangePassword' | 'expiresAt' | 'loginEndsAt'
>

/** The caller's own account, as the API returns it. */
export function meOf(actor: Shown): Me {
  return {
    id: actor.accountId,
    username: actor.username,
    role: actor.role,
    via: actor.via,
    expiration_date: actor.expiresAt && expirationDate(actor.expiresAt),
    session_expiration_date: actor.loginEndsAt && expirationDate(actor.loginEndsAt),
    must_change_password: actor.mustChangePassword,
    permissions: permissionsOf(actor),
    scopes: actor.scopes && [...actor.scopes],
  }
}

/** The specification requires no zone designator; the time is UTC. */
export function expirationDate(expiresAt: string): string {
  return expiresAt.replace(/Z$/, '')
}
