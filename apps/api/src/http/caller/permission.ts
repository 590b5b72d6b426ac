import { type Permission as NamedPermission, permissions as permissionNames } from '@watchpost/contract/names'
import type { Role, Scope } from '@watchpost/store'

/** What it takes to use a permission. */
interface Rule {
  /** The least role that includes it. */
  role: Role
  /** The scope that opens it to an API key; `any` opens it to every key, `none` to no key. */
  scope: Scope | 'any' | 'none'
  /** Open also while the account has to change its password. */
  isOpenEarly?: true
}

/** Who may do what. Deny by default: a permission that is not here is granted to no one. */
const permissions = {
  'event:read': { role: 'viewer', scope: 'search' },
  'alert:read': { role: 'viewer', scope: 'alerts:read' },
  'alert:write': { role: 'operator', scope: 'alerts:write' },
  'policy:read': { role: 'viewer', scope: 'alerts:read' },
  'policy:write': { role: 'administrator', scope: 'admin' },
  'export:read': { role: 'operator', scope: 'exports' },
  'export:write': { role: 'operator', scope: 'exports' },
  // To carry the audit elsewhere is to read it.
  'export:audit': { role: 'administrator', scope: 'admin' },
  'probe:read': { role: 'operator', scope: 'probes' },
  'probe:write': { role: 'administrator', scope: 'probes' },
  'version:read': { role: 'viewer', scope: 'any' },

  // One's own account.
  'self:read': { role: 'viewer', scope: 'any', isOpenEarly: true },
  'self:leave': { role: 'viewer', scope: 'none', isOpenEarly: true },
  'self:password': { role: 'viewer', scope: 'none', isOpenEarly: true },
  'self:session': { role: 'viewer', scope: 'none' },
  'self:key': { role: 'operator', scope: 'admin' },

  // Everybody's, and the appliance itself.
  'health:read': { role: 'operator', scope: 'admin' },
  'dead-letter:read': { role: 'operator', scope: 'admin' },
  'dead-letter:retry': { role: 'administrator', scope: 'admin' },
  'setting:read': { role: 'operator', scope: 'admin' },
  'setting:write': { role: 'administrator', scope: 'admin' },
  'certificate:read': { role: 'operator', scope: 'admin' },
  'certificate:write': { role: 'administrator', scope: 'admin' },
  'user:read': { role: 'administrator', scope: 'admin' },
  'user:write': { role: 'administrator', scope: 'admin' },
  'key:write': { role: 'administrator', scope: 'admin' },
  'audit:read': { role: 'administrator', scope: 'admin' },
} as const satisfies Record<NamedPermission, Rule>

/** What a route demands of its caller. `public` routes need no token; every route must name one. */
export type Permission = 'public' | NamedPermission

/** Who is asking, once the token is known. */
export interface Actor {
  accountId: number
  username: string
  role: Role
  via: 'token' | 'cookie' | 'key'
  /** The number of the session or of the key. */
  credentialId: number
  /** The first digits of the session's hash, or the number of the key: for the audit. */
  credentialPrefix: string
  /** SHA-256 of the token, the cookie or the key. */
  credentialHash: Buffer
  /** What a key may be used for; a session has no such limit. */
  scopes: readonly Scope[] | null
  /** Networks that a key is limited to; anywhere when empty. */
  networks: readonly string[]
  mustChangePassword: boolean
  /** ISO 8601 in UTC with microseconds; never, for some keys. */
  expiresAt: string | null
  /** When the caller has to log in again, however often a token is refreshed; null for a key. */
  loginEndsAt: string | null
}

const ranks: Record<Role, number> = { viewer: 0, operator: 1, administrator: 2 }

/** Whether the account's role includes it and, for a key, one of its scopes opens it. */
export function isGranted(
  { role, via, scopes }: Pick<Actor, 'role' | 'via' | 'scopes'>,
  permission: Permission,
): boolean {
  if (permission === 'public') return true
  // Viewers use a browser only: no program carries a viewer's rights.
  if (role === 'viewer' && via !== 'cookie') return false
  const rule: Rule = permissions[permission]
  if (ranks[role] < ranks[rule.role]) return false
  return scopes === null || rule.scope === 'any' || (rule.scope !== 'none' && scopes.includes(rule.scope))
}

/** Whether it can be used before a password that someone else chose was changed. */
export function isOpenEarly(permission: Permission): boolean {
  return permission === 'public' || 'isOpenEarly' in permissions[permission]
}

/** What an account of this role may do and the caller may not, apart from what is closed to every key. */
export function permissionsBeyond(actor: Pick<Actor, 'role' | 'via' | 'scopes'>, role: Role): Permission[] {
  return permissionsOfRole(role).filter((each) => scopeOf(each) !== 'none' && !isGranted(actor, each))
}

/** The scope that opens a permission to a key. */
export function scopeOf(permission: Permission): Rule['scope'] {
  return permission === 'public' ? 'any' : permissions[permission].scope
}

/** Everything that an account with this role may do. */
export function permissionsOfRole(role: Role): Permission[] {
  return permissionsOf({ role, via: 'cookie', scopes: null })
}

/** Everything that the caller may do, for a page that shows no more than that. */
export function permissionsOf(actor: Pick<Actor, 'role' | 'via' | 'scopes'>): NamedPermission[] {
  return permissionNames.filter((permission) => isGranted(actor, permission))
}
