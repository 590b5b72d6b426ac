import { expect, test } from 'vitest'
import { createAuthenticate, hashToken } from './authenticate.ts'
import type { Actor, Permission } from './permission.ts'

const token = `apk_${'x'.repeat(43)}`
const olga = { accountId: 1, username: 'olga', role: 'operator' } as const
const actor: Actor = { ...olga, via: 'token', credentialPrefix: hashToken(token).toString('hex').slice(0, 8) }
const authenticate = createAuthenticate({
  findLive: async (hash) => (hashToken(token).equals(hash) ? olga : 'absent'),
})

test('the token is taken from API-KEY or as a bearer', async () => {
  expect(await authenticate({ 'api-key': token }, 'event:read')).toEqual(actor)
  expect(await authenticate({ authorization: `Bearer ${token}` }, 'event:read')).toEqual(actor)
  expect(await authenticate({ authorization: `bearer ${token}` }, 'event:read')).toEqual(actor)
})

test('a public route asks nothing, not even of a bad token', async () => {
  expect(await authenticate({ 'api-key': 'nonsense' }, 'public')).toBeNull()
})

test.each([
  {},
  { 'api-key': '' },
  { 'api-key': 'nonsense' },
  { 'api-key': `${token}, ${token}` },
  { 'api-key': `apk_${'y'.repeat(43)}` },
  { authorization: `Basic ${token}` },
  { 'api-key': 'nonsense', authorization: `Bearer ${token}` },
])('%j is nobody', async (headers) => {
  await expect(authenticate(headers, 'event:read')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('what a role does not include is forbidden', async () => {
  const unknown = 'account:write' as Permission
  await expect(authenticate({ 'api-key': token }, unknown)).rejects.toMatchObject({ code: 'forbidden' })
})
