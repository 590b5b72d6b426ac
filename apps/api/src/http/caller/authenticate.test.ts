import { expect, test } from 'vitest'
import { aLiveCredential } from '../../../test/people/a-credential.ts'
import { type Caller, createAuthenticate, type LiveCredential } from './authenticate.ts'
import { type Credential, cookieName, hashToken, newCookie, newKey, newToken } from './credential.ts'
import type { Permission } from './permission.ts'

const [token, key, cookie] = [newToken(), newKey(), newCookie()]
const secrets: Record<Credential['via'], string> = { token, key, cookie }

/** Authenticates with a cached live credential, and with another answer for a fresh lookup. */
function asking(differs: Partial<LiveCredential> = {}, fresh: Partial<LiveCredential> = differs) {
  const touched: unknown[] = []
  const authenticate = createAuthenticate({
    findLive: async ({ via, hash }, isFresh) =>
      hashToken(secrets[via]).equals(hash) ? aLiveCredential(isFresh ? fresh : differs) : 'absent',
    touch: async (credential, id, address) => {
      touched.push([credential.via, id, address])
    },
  })
  return {
    touched,
    ask: (
      headers: Caller['headers'],
      permission: Permission,
      more: { method?: string; isDangerous?: boolean; isPolled?: boolean } = {},
    ) => authenticate({ method: 'GET', address: '192.0.2.7', headers, ...more }, { permission, ...more }),
  }
}

const withToken = { 'api-key': token }
const withKey = { 'api-key': key }
const withCookie = { cookie: `${cookieName}=${cookie}` }

test('a live token gives an actor with account, credential and the hash prefix for the audit', async () => {
  const { ask, touched } = asking({ username: 'olga' })
  expect(await ask(withToken, 'event:read')).toEqual({
    accountId: 1,
    username: 'olga',
    role: 'operator',
    via: 'token',
    credentialId: 7,
    credentialPrefix: hashToken(token).toString('hex').slice(0, 8),
    credentialHash: hashToken(token),
    scopes: null,
    networks: [],
    mustChangePassword: false,
    expiresAt: '2026-11-14T09:12:33.412345Z',
    loginEndsAt: '2026-11-21T01:12:33.412345Z',
  })
  expect(touched).toEqual([])
})

test('a public route looks up no credential, not even an invalid one', async () => {
  expect(await asking().ask({ 'api-key': 'nonsense' }, 'public')).toBeNull()
})

test.each([{}, { 'api-key': 'nonsense' }, { 'api-key': newToken() }, { 'api-key': newKey() }, { 'api-key': cookie }])(
  'rejects %j as unauthenticated',
  async (headers) => {
    await expect(asking().ask(headers, 'event:read')).rejects.toMatchObject({ code: 'unauthenticated' })
  },
)

test('forbids what the role does not include', async () => {
  await expect(asking().ask(withToken, 'user:read')).rejects.toMatchObject({ code: 'forbidden' })
})

test.each([
  ['viewer', 'event:read'],
  ['auditor', 'audit:read'],
] as const)('the role %s has %s with a cookie only', async (role, permission) => {
  const { ask } = asking({ role })
  expect(await ask(withCookie, permission)).toMatchObject({ via: 'cookie' })
  await expect(ask(withToken, permission)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask(withKey, permission)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a key is limited by its scopes and the role of its owner', async () => {
  const { ask } = asking({ scopes: ['search', 'admin'] })
  expect(await ask(withKey, 'event:read')).toMatchObject({ via: 'key', credentialPrefix: '7' })
  await expect(ask(withKey, 'alert:read')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask(withKey, 'user:read')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask(withKey, 'self:password')).rejects.toMatchObject({ code: 'forbidden' })
})

test('rejects a key from outside its networks', async () => {
  const from = (networks: string[]) => asking({ scopes: ['search'], networks }).ask(withKey, 'event:read')
  expect(await from(['198.51.100.0/24', '192.0.2.0/24'])).toMatchObject({ via: 'key' })
  await expect(from(['198.51.100.0/24'])).rejects.toMatchObject({ code: 'source-not-allowed' })
})

test('a change with a cookie needs the header that other sites cannot send', async () => {
  const { ask } = asking()
  await expect(ask(withCookie, 'self:leave', { method: 'POST' })).rejects.toMatchObject({ code: 'cross-site-request' })
  const headers = { ...withCookie, 'x-requested-with': 'x' }
  expect(await ask(headers, 'self:leave', { method: 'POST' })).toMatchObject({ via: 'cookie' })
  expect(await ask(withToken, 'self:leave', { method: 'POST' })).toMatchObject({ via: 'token' })
})

test('allows only a few routes before the password is changed', async () => {
  const { ask } = asking({ mustChangePassword: true })
  for (const permission of ['self:read', 'self:leave', 'self:password'] as const)
    expect(await ask(withToken, permission)).toMatchObject({ mustChangePassword: true })
  for (const permission of ['event:read', 'self:session', 'user:read', 'version:read'] as const)
    await expect(ask(withToken, permission)).rejects.toMatchObject({ code: 'password-change-needed' })
})

test('a dangerous change needs a recent password confirmation, checked with a fresh lookup', async () => {
  const dangerous = { isDangerous: true }
  const old = { role: 'administrator', isConfirmed: false } as const
  await expect(asking(old).ask(withCookie, 'user:read', dangerous)).rejects.toMatchObject({
    code: 'confirmation-needed',
  })
  const meanwhile = asking(old, { ...old, isConfirmed: true })
  expect(await meanwhile.ask(withCookie, 'user:read', dangerous)).toMatchObject({ via: 'cookie' })
})

test('records a use only if the last one is old, and only for admitted callers', async () => {
  const { ask, touched } = asking({ isUseStale: true })
  await expect(ask(withToken, 'user:read')).rejects.toMatchObject({ code: 'forbidden' })
  await ask(withToken, 'event:read')
  expect(touched).toEqual([['token', 7, '192.0.2.7']])
})

test('a polled route does not keep a browser session alive', async () => {
  const { ask, touched } = asking({ isUseStale: true })
  await ask(withCookie, 'event:read', { isPolled: true })
  expect(touched).toEqual([])
  await ask(withKey, 'event:read', { isPolled: true })
  await ask(withCookie, 'event:read')
  expect(touched).toEqual([
    ['key', 7, '192.0.2.7'],
    ['cookie', 7, '192.0.2.7'],
  ])
})
