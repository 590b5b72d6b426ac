import type { Role } from '@watchpost/store'

/** What a route demands of its caller. `public` routes need no token; every route must name one. */
export type Permission = 'public' | 'event:read' | 'version:read'

/** Who is asking, once the token is known. */
export interface Actor {
  accountId: number
  username: string
  role: Role
  via: 'token' | 'cookie' | 'key'
  /** The first digits of the session's hash, or the id of the key: for the audit. */
  credentialPrefix: string
}

const reading: readonly Permission[] = ['event:read', 'version:read']

/** Deny by default: what is not listed for a role, it may not do. */
const grants: Record<Role, ReadonlySet<Permission>> = {
  viewer: new Set(reading),
  operator: new Set(reading),
  administrator: new Set(reading),
}

export function isGranted(role: Role, permission: Permission): boolean {
  return permission === 'public' || grants[role].has(permission)
}
