import { type Permission, permissions } from './access-names.ts'

/** The rights of a role. */
interface RoleRights {
  permissions: readonly Permission[]
  /** Whether programs may act for the account, with a login token or an API key. */
  isForPrograms: boolean
}

const ownAccount = ['self:read', 'self:leave', 'self:password', 'self:session'] as const
const viewing = [...ownAccount, 'version:read', 'event:read', 'alert:read', 'policy:read'] as const
const operating = [
  ...viewing,
  'alert:write',
  'export:read',
  'export:write',
  'probe:read',
  'self:key',
  'health:read',
  'dead-letter:read',
  'setting:read',
  'certificate:read',
] as const

/** Every role as a set of permissions. Everything else is denied. */
const rights = {
  viewer: { permissions: viewing, isForPrograms: false },
  operator: { permissions: operating, isForPrograms: true },
  administrator: { permissions, isForPrograms: true },
  auditor: { permissions: [...ownAccount, 'audit:read', 'health:read'], isForPrograms: false },
} as const satisfies Record<string, RoleRights>

/** Roles of accounts. */
export type Role = keyof typeof rights
export const roles = Object.keys(rights) as Role[]

/** Roles whose accounts can log in to the API and have API keys. The others can only use a browser. */
export const programRoles: readonly Role[] = roles.filter((role) => rights[role].isForPrograms)

const permissionsByRole: ReadonlyMap<string, ReadonlySet<Permission>> = new Map(
  Object.entries(rights).map(([role, each]) => [role, new Set<Permission>(each.permissions)]),
)

/** Whether a role has the permission. An unknown role has none. */
export function roleIncludes(role: Role, permission: Permission): boolean {
  return permissionsByRole.get(role)?.has(permission) ?? false
}
