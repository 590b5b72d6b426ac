import { expect, test } from 'vitest'
import { aStoredApi, type StoredApi } from '../../test/a-stored-api.ts'

const allScopes = ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin']
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function anAdministratorsKey(api: StoredApi, key: object) {
  const admin = await api.addUser('administrator')
  const headers = await api.logIn(admin.username)
  const made = await api.ask('POST /api/auth/keys', { headers, body: { name: 'first', ...key } })
  return { headers, asKey: { 'api-key': String(made.json.key) } }
}

test('a limited key creates only keys within its own limits', async () => {
  await using api = await aStoredApi()
  const expires_at = tomorrow()
  const own = { scopes: ['admin', 'search'], networks: ['192.0.2.0/24'], expires_at }
  const { asKey } = await anAdministratorsKey(api, own)
  const make = (body: object) => api.ask('POST /api/auth/keys', { headers: asKey, body: { name: 'next', ...body } })
  const refused = await make({ scopes: allScopes })
  expect(refused).toMatchObject({ status: 403, problem: 'exceeds-own-key' })
  expect(refused.json.errors).toEqual(
    ['#/scopes/1', '#/scopes/2', '#/scopes/3', '#/scopes/4', '#/networks', '#/expires_at'].map((pointer) => ({
      pointer,
      detail: expect.any(String),
    })),
  )
  const made = await make({ scopes: ['search'], networks: ['192.0.2.7'], expires_at })
  expect(made).toMatchObject({ status: 201, json: { networks: ['192.0.2.7/32'], expires_at } })
  expect(Object.keys((await api.ask('GET /api/auth/keys', { headers: asKey })).json)).toHaveLength(2)
})

test('a key with only the scope admin cannot create, promote, enable or reset an account', async () => {
  await using api = await aStoredApi()
  const { headers, asKey } = await anAdministratorsKey(api, { scopes: ['admin'] })
  const olga = await api.addUser('operator')
  const gone = await api.addUser('viewer')
  await api.ask(`PATCH /api/users/${gone.id}`, { headers, body: { disabled: true } })
  const attempts: [string, object, string][] = [
    ['POST /api/users', { username: 'mallory', role: 'administrator' }, '#/role'],
    ['POST /api/users', { username: 'mallory', role: 'viewer' }, '#/role'],
    [`PATCH /api/users/${olga.id}`, { role: 'administrator' }, '#/role'],
    [`PATCH /api/users/${gone.id}`, { disabled: false }, '#/disabled'],
  ]
  for (const [route, body, pointer] of attempts) {
    const answer = await api.ask(route, { headers: asKey, body })
    expect([answer.status, answer.problem]).toEqual([403, 'exceeds-own-key'])
    expect(answer.json.errors).toMatchObject([{ pointer }])
  }
  expect((await api.ask(`POST /api/users/${olga.id}/password`, { headers: asKey })).problem).toBe('exceeds-own-key')
  // Nothing was changed, and removing permissions still works.
  await api.logIn(olga.username)
  expect((await api.ask(`PATCH /api/users/${olga.id}`, { headers: asKey, body: { role: 'viewer' } })).status).toBe(200)
  expect((await api.ask(`DELETE /api/users/${olga.id}`, { headers: asKey })).status).toBe(204)
})

test('a key with every scope and no limit manages accounts', async () => {
  await using api = await aStoredApi()
  const { asKey } = await anAdministratorsKey(api, { scopes: allScopes })
  const body = { username: 'olga', role: 'administrator' }
  const made = await api.ask('POST /api/users', { headers: asKey, body })
  expect(made.status).toBe(201)
  expect((await api.ask(`POST /api/users/${String(made.json.id)}/password`, { headers: asKey })).status).toBe(200)
})

test('a key with every scope but an expiry or a network grants no account', async () => {
  await using api = await aStoredApi()
  for (const limit of [{ expires_at: tomorrow() }, { networks: ['192.0.2.0/24'] }]) {
    const { asKey } = await anAdministratorsKey(api, { scopes: allScopes, ...limit })
    const body = { username: 'mallory', role: 'viewer' }
    expect((await api.ask('POST /api/users', { headers: asKey, body })).problem).toBe('exceeds-own-key')
  }
})
