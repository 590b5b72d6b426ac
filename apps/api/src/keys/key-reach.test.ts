import { AppError } from '@watchpost/contract'
import type { Role, Scope } from '@watchpost/store'
import { expect, test } from 'vitest'
import { anActor } from '../../test/people/a-credential.ts'
import { isWider, refuseAccount, refuseKey } from './key-reach.ts'

const allScopes: Scope[] = ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin']
const administrator = { role: 'administrator', via: 'key', expiresAt: null } as const
const limited = anActor({
  ...administrator,
  scopes: ['search', 'admin'],
  networks: ['192.0.2.0/24', '2001:db8::/48'],
  expiresAt: '2026-12-01T00:00:00.000000Z',
})
const within = {
  scopes: ['search'] as Scope[],
  networks: ['192.0.2.7/32'],
  expiresAt: new Date('2026-12-01T00:00:00Z'),
}

/** The problem that is thrown, or nothing. */
function problemOf(run: () => void): AppError | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const pointersOf = (run: () => void) => problemOf(run)?.errors?.map(({ pointer }) => pointer) ?? []

test('a key creates a key within its scopes, networks and expiry', () => {
  expect(problemOf(() => refuseKey(limited, within))).toBeUndefined()
  expect(problemOf(() => refuseKey(limited, { ...within, networks: ['2001:db8:0:1::/64'] }))).toBeUndefined()
})

test.each([
  [{ scopes: ['search', 'probes'] as Scope[] }, ['#/scopes/1']],
  [{ networks: [] }, ['#/networks']],
  [{ networks: ['192.0.2.0/25', '192.0.0.0/16'] }, ['#/networks/1']],
  [{ networks: ['0.0.0.0/0'] }, ['#/networks/0']],
  [{ networks: ['::/0'] }, ['#/networks/0']],
  [{ expiresAt: null }, ['#/expires_at']],
  [{ expiresAt: new Date('2026-12-01T00:00:00.001Z') }, ['#/expires_at']],
  [{ scopes: ['exports'] as Scope[], networks: [], expiresAt: null }, ['#/scopes/0', '#/networks', '#/expires_at']],
])('rejects %j as more than the key has', (more, pointers) => {
  const refused = problemOf(() => refuseKey(limited, { ...within, ...more }))
  expect(refused?.code).toBe('exceeds-own-key')
  expect(refused?.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
})

test('the detail names the field and the fix', () => {
  const refused = problemOf(() => refuseKey(limited, { ...within, expiresAt: null }))
  expect(refused?.message).toBe(
    '`expires_at`: this key ends at 2026-12-01T00:00:00.000000Z: give that time or an earlier one.',
  )
})

test('a session creates any key and any account', () => {
  const session = anActor({ role: 'administrator', via: 'token', scopes: null })
  const wide = { scopes: allScopes, networks: [], expiresAt: null }
  expect(problemOf(() => refuseKey(session, wide))).toBeUndefined()
  expect(problemOf(() => refuseAccount(session, 'administrator', '#/role'))).toBeUndefined()
})

test.each<[Role, Scope[]]>([
  ['viewer', ['search', 'alerts:read']],
  ['operator', allScopes],
  ['administrator', allScopes],
  ['auditor', ['admin']],
])('an account with the role %s needs a key with %j', (role, needed) => {
  const withScopes = (scopes: Scope[]) => anActor({ ...administrator, scopes })
  expect(pointersOf(() => refuseAccount(withScopes(needed), role, '#/role'))).toEqual([])
  for (const left of needed) {
    const scopes = needed.filter((each) => each !== left)
    const refused = problemOf(() => refuseAccount(withScopes(scopes), role, '#/role'))
    expect(refused?.errors).toEqual([{ pointer: '#/role', detail: expect.stringContaining(left) }])
  }
})

test('a key with networks or an expiry grants no account, which has neither', () => {
  for (const limit of [{ networks: ['192.0.2.0/24'] }, { expiresAt: '2026-12-01T00:00:00.000000Z' }]) {
    const key = anActor({ ...administrator, scopes: allScopes, ...limit })
    expect(pointersOf(() => refuseAccount(key, 'viewer', '#/role'))).toEqual(['#/role'])
    expect(problemOf(() => refuseAccount(key, 'viewer'))?.code).toBe('exceeds-own-key')
  }
})

test.each([
  [{ role: 'operator', isDisabled: false }, { role: 'administrator', isDisabled: false }, true],
  [{ role: 'administrator', isDisabled: false }, { role: 'viewer', isDisabled: false }, false],
  [{ role: 'administrator', isDisabled: false }, { role: 'administrator', isDisabled: true }, false],
  [{ role: 'viewer', isDisabled: true }, { role: 'viewer', isDisabled: false }, true],
  [{ role: 'administrator', isDisabled: true }, { role: 'viewer', isDisabled: true }, false],
  [{ role: 'viewer', isDisabled: true }, { role: 'operator', isDisabled: true }, true],
  [{ role: 'auditor', isDisabled: false }, { role: 'viewer', isDisabled: false }, true],
  [{ role: 'operator', isDisabled: false }, { role: 'auditor', isDisabled: false }, true],
] as const)('from %j to %j is wider: %s', (before, after, expected) => {
  expect(isWider(before, after)).toBe(expected)
})
