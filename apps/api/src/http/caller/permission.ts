import {
  type Permission as NamedPermission,
  permissions as permissionNames,
  programRoles,
  type Role,
  roleIncludes,
  type Scope,
} from '@watchpost/contract/names'

/** What a permission requires in addition to a role that includes it. */
interface Rule {
  /** The scope that grants it to an API key; `any` grants it to every key, `none` to no key. */
  scope: Scope | 'any' | 'none'
  /** Allowed while the account still has to change its password. */
  isOpenEarly?: true
}

/** Which scope grants each permission to API keys. */
const rules = {
  'event:read': { scope: 'search' },
  // The guard's expert profile: regular expressions.
  'event:expert': { scope: 'search' },
  'alert:read': { scope: 'alerts:read' },
  'alert:write': { scope: 'alerts:write' },
  'policy:read': { scope: 'alerts:read' },
  'policy:write': { scope: 'admin' },
  'export:read': { scope: 'exports' },
  'export:write': { scope: 'exports' },
  // Exporting the audit amounts to reading it.
  'export:audit': { scope: 'admin' },
  'probe:read': { scope: 'probes' },
  'probe:write': { scope: 'probes' },
  'version:read': { scope: 'any' },

  // The caller's own account.
  'self:read': { scope: 'any', isOpenEarly: true },
  'self:leave': { scope: 'none', isOpenEarly: true },
  'self:password': { scope: 'none', isOpenEarly: true },
  'self:session': { scope: 'none' },
  'self:key': { scope: 'admin' },

  // All accounts, and the appliance itself.
  'health:read': { scope: 'admin' },
  'dead-letter:read': { scope: 'admin' },
  'dead-letter:retry': { scope: 'admin' },
  'setting:read': { scope: 'admin' },
  'setting:write': { scope: 'admin' },
  'certificate:read': { scope: 'admin' },
  'certificate:write': { scope: 'admin' },
  'user:read': { scope: 'admin' },
  'user:write': { scope: 'admin' },
  'key:write': { scope: 'admin' },
  'audit:read': { scope: 'admin' },
} as const satisfies Record<NamedPermission, Rule>

/** What a route requires of its caller. `public` routes need no token; every route must declare one. */
export type Permission = 'public' | NamedPermission

/** The authenticated caller. */
export interface Actor {
  accountId: number
  username: string
  role: Role
  via: 'token' | 'cookie' | 'key'
  /** The id of the session or of the key. */
  credentialId: number
  /** For the audit: a prefix of the session's hash, or the id of the key. */
  credentialPrefix: string
  /** SHA-256 of the token, the cookie or the key. */
  credentialHash: Buffer
  /** The scopes of a key; null for a session, which has no such limit. */
  scopes: readonly Scope[] | null
  /** Networks that a key may be used from; empty means any. */
  networks: readonly string[]
  mustChangePassword: boolean
  /** ISO 8601 in UTC with microseconds; null for keys that never expire. */
  expiresAt: string | null
  /** When the caller has to log in again, even if the token is refreshed; null for a key. */
  loginEndsAt: string | null
}

/** Whether the account's role includes it and, for a key, one of its scopes opens it. */
export function isGranted(
  { role, via, scopes }: Pick<Actor, 'role' | 'via' | 'scopes'>,
  permission: Permission,
): boolean {
  if (permission === 'public') return true
  if (via !== 'cookie' && !programRoles.includes(role)) return false
  if (!roleIncludes(role, permission)) return false
  const { scope }: Rule = rules[permission]
  return scopes === null || scope === 'any' || (scope !== 'none' && scopes.includes(scope))
}

/** Whether it is allowed before an initial password, which another person chose, was changed. */
export function isOpenEarly(permission: Permission): boolean {
  return permission === 'public' || 'isOpenEarly' in rules[permission]
}

/** The permissions of this role that the caller lacks, apart from those that no key can have. */
export function permissionsBeyond(actor: Pick<Actor, 'role' | 'via' | 'scopes'>, role: Role): Permission[] {
  return permissionsOfRole(role).filter((each) => scopeOf(each) !== 'none' && !isGranted(actor, each))
}

/** The scope that grants a permission to a key. */
export function scopeOf(permission: Permission): Rule['scope'] {
  return permission === 'public' ? 'any' : rules[permission].scope
}

/** All permissions of an account with this role. */
export function permissionsOfRole(role: Role): Permission[] {
  return permissionsOf({ role, via: 'cookie', scopes: null })
}

/** All permissions of the caller, so that the console shows only what it may use. */
export function permissionsOf(actor: Pick<Actor, 'role' | 'via' | 'scopes'>): NamedPermission[] {
  return permissionNames.filter((permission) => isGranted(actor, permission))
}
