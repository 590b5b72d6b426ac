/** Roles of accounts. */
export const roles = ['viewer', 'operator', 'administrator'] as const
export type Role = (typeof roles)[number]

/** What an API key may be used for. */
export const scopes = ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What a route demands of its caller, and a page of its reader. Who has which is decided in the API. */
export const permissions = [
  'event:read',
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
