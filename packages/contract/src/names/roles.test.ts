import { expect, test } from 'vitest'
import { permissions } from './access-names.ts'
import { programRoles, type Role, roleIncludes, roles } from './roles.ts'

test('every role manages its own account', () => {
  for (const role of roles)
    for (const permission of ['self:read', 'self:leave', 'self:password', 'self:session'] as const)
      expect(roleIncludes(role, permission), `${role} ${permission}`).toBe(true)
})

test('an auditor reads audit and health, manages its own account, and nothing else', () => {
  expect(permissions.filter((each) => roleIncludes('auditor', each))).toEqual([
    'self:read',
    'self:leave',
    'self:password',
    'self:session',
    'health:read',
    'audit:read',
  ])
  expect(programRoles).toEqual(['operator', 'administrator'])
})

test('denies everything to an unknown role', () => {
  const unknown = 'from a later release' as Role
  expect(permissions.filter((each) => roleIncludes(unknown, each))).toEqual([])
})
