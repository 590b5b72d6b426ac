/** The scopes of API keys. */
export const scopes = ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What a route requires of its caller, and a page of its user. `roles.ts` defines the permissions of each role. */
export const permissions = [
  'event:read',
  'event:expert',
  'alert:read',
  'alert:write',
  'policy:read',
  'policy:write',
  'export:read',
  'export:write',
  'export:audit',
  'probe:read',
  'probe:write',
  'version:read',
  'self:read',
  'self:leave',
  'self:password',
  'self:session',
  'self:key',
  'health:read',
  'dead-letter:read',
  'dead-letter:retry',
  'setting:read',
  'setting:write',
  'certificate:read',
  'certificate:write',
  'user:read',
  'user:write',
  'key:write',
  'audit:read',
] as const
export type Permission = (typeof permissions)[number]
