import {
  type Permission as NamedPermission,
  permissions as permissionNames,
  programRoles,
  type Role,
  roleIncludes,
  type Scope,
} from '@watchpost/contract/names'

/** What a permission takes in addition to a role that includes it. */
interface Rule {
  /** The scope that opens it to an API key; `any` opens it to every key, `none` to no key. */
  scope: Scope | 'any' | 'none'
  /** Open also while the account has to change its password. */
  isOpenEarly?: true
}

/** What opens each permission to API keys. */
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
  // To carry the audit elsewhere is to read it.
  'export:audit': { scope: 'admin' },
  'probe:read': { scope: 'probes' },
  'probe:write': { scope: 'probes' },
  'version:read': { scope: 'any' },

  // One's own account.
  'self:read': { scope: 'any', isOpenEarly: true },
  'self:leave': { scope: 'none', isOpenEarly: true },
  'self:password': { scope: 'none', isOpenEarly: true },
  'self:session': { scope: 'none' },
  'self:key': { scope: 'admin' },

  // Everybody's, and the appliance itself.
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

/** Whether it can be used before a password that someone else chose was changed. */
export function isOpenEarly(permission: Permission): boolean {
  return permission === 'public' || 'isOpenEarly' in rules[permission]
}

/** What an account of this role may do and the caller may not, apart from what is closed to every key. */
export function permissionsBeyond(actor: Pick<Actor, 'role' | 'via' | 'scopes'>, role: Role): Permission[] {
  return permissionsOfRole(role).filter((each) => scopeOf(each) !== 'none' && !isGranted(actor, each))
}

/** The scope that opens a permission to a key. */
export function scopeOf(permission: Permission): Rule['scope'] {
  return permission === 'public' ? 'any' : rules[permission].scope
}

/** Everything that an account with this role may do. */
export function permissionsOfRole(role: Role): Permission[] {
  return permissionsOf({ role, via: 'cookie', scopes: null })
}

/** Everything that the caller may do, for a page that shows no more than that. */
export function permissionsOf(actor: Pick<Actor, 'role' | 'via' | 'scopes'>): NamedPermission[] {
  return permissionNames.filter((permission) => isGranted(actor, permission))
}
