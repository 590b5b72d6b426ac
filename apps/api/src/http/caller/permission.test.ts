import { Scope } from '@watchpost/contract'
import { permissions, roles } from '@watchpost/contract/names'
import { expect, test } from 'vitest'
import { isGranted, isOpenEarly, permissionsOf } from './permission.ts'

const all = [...permissions]

test('an operator has all permissions of a viewer, an administrator has all', () => {
  const [viewer, operator, administrator] = (['viewer', 'operator', 'administrator'] as const).map((role) =>
    permissionsOf({ role, via: 'cookie', scopes: null }),
  )
  expect(operator).toEqual(expect.arrayContaining(viewer ?? []))
  expect(administrator).toEqual(all)
  expect(new Set([viewer?.length, operator?.length, administrator?.length]).size).toBe(3)
})

test('every scope grants something, and no key grants the password or the sessions of its owner', () => {
  for (const scope of Scope.enum) {
    const opened = permissionsOf({ role: 'administrator', via: 'key', scopes: [scope] })
    expect(opened, scope).not.toEqual(permissionsOf({ role: 'administrator', via: 'key', scopes: [] }))
  }
  const everything = permissionsOf({ role: 'administrator', via: 'key', scopes: [...Scope.enum] })
  expect(all.filter((each) => !everything.includes(each))).toEqual(['self:leave', 'self:password', 'self:session'])
})

test('a key never has more permissions than its owner', () => {
  for (const permission of all)
    for (const role of roles)
      if (isGranted({ role, via: 'key', scopes: [...Scope.enum] }, permission))
        expect(isGranted({ role, via: 'cookie', scopes: null }, permission)).toBe(true)
})

test('three permissions are open before the password is changed', () => {
  expect(all.filter(isOpenEarly)).toEqual(['self:read', 'self:leave', 'self:password'])
})
