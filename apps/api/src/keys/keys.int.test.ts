import { expect, test } from 'vitest'
import { aStoredApi, type StoredApi } from '../../test/a-stored-api.ts'

async function anAdministrator(api: StoredApi) {
  const user = await api.addUser('administrator')
  return { ...user, headers: await api.logIn(user.username) }
}

test('shows a key once, limits it to its scopes, and records its last use', async () => {
  await using api = await aStoredApi()
  const admin = await anAdministrator(api)
  const body = { name: 'siem', scopes: ['search'], networks: ['192.0.2.99/24'] }
  const made = await api.ask('POST /api/auth/keys', { headers: admin.headers, body })
  expect(made).toMatchObject({
    status: 201,
    json: {
      key: expect.stringMatching(/^apk_key_[A-Za-z0-9_-]{43}$/),
      name: 'siem',
      user: { id: admin.id, username: admin.username },
      networks: ['192.0.2.0/24'],
      last_used_at: null,
    },
  })
  const headers = { authorization: `Bearer ${String(made.json.key)}` }
  expect((await api.ask('POST /api/data/es/search', { headers, body: {} })).status).toBe(200)
  expect((await api.ask('GET /api/users', { headers })).problem).toBe('forbidden')
  expect((await api.ask('GET /api/auth/me', { headers })).json).toMatchObject({ via: 'key', expiration_date: null })
  const elsewhere = await api.ask('GET /api/version', { headers, address: '198.51.100.1' })
  expect(elsewhere.problem).toBe('source-not-allowed')
  expect((await api.ask('GET /api/version', { headers, address: '::ffff:192.0.2.1' })).status).toBe(200)

  const [listed] = Object.values((await api.ask('GET /api/auth/keys', { headers: admin.headers })).json)
  expect(listed).toMatchObject({ last_used_at: expect.any(String), last_used_address: '192.0.2.7' })
  expect(JSON.stringify(listed)).not.toContain('apk_')
})

test('an administrator creates keys for others, who see and remove their own', async () => {
  await using api = await aStoredApi()
  const admin = await anAdministrator(api)
  const olga = await api.addUser('operator')
  const asOlga = await api.logIn(olga.username)
  const body = { name: 'collector', scopes: ['search', 'admin'], user_id: olga.id }
  expect((await api.ask('POST /api/auth/keys', { headers: asOlga, body })).problem).toBe('forbidden')
  const made = await api.ask('POST /api/auth/keys', { headers: admin.headers, body })
  const own = await api.ask('POST /api/auth/keys', { headers: admin.headers, body: { name: 'own', scopes: ['admin'] } })
  const asKey = { 'api-key': String(made.json.key) }
  // Its owner is an operator: the scope grants nothing beyond the role.
  expect((await api.ask('GET /api/users', { headers: asKey })).problem).toBe('forbidden')

  const namesFor = async (headers: Record<string, string>) =>
    Object.values((await api.ask('GET /api/auth/keys', { headers })).json).map((key) => (key as { name: string }).name)
  expect(await namesFor(asOlga)).toEqual(['collector'])
  expect(await namesFor(admin.headers)).toEqual(['collector', 'own'])
  expect((await api.ask(`DELETE /api/auth/keys/${String(own.json.id)}`, { headers: asOlga })).problem).toBe('not-found')
  expect((await api.ask(`DELETE /api/auth/keys/${String(made.json.id)}`, { headers: asOlga })).status).toBe(204)
  await expect
    .poll(async () => (await api.ask('GET /api/version', { headers: asKey })).status, { timeout: 2_000 })
    .toBe(401)
})

test('a key ends at its expiry, and loses rights with its owner', async () => {
  await using api = await aStoredApi()
  const admin = await anAdministrator(api)
  const olga = await api.addUser('operator')
  const make = async (body: object) => {
    const made = await api.ask('POST /api/auth/keys', { headers: admin.headers, body: { scopes: ['search'], ...body } })
    return { 'api-key': String(made.json.key) }
  }
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const short = await make({ name: 'short', expires_at })
  const hers = await make({ name: 'hers', user_id: olga.id })
  const status = async (headers: Record<string, string>) => (await api.ask('GET /api/version', { headers })).status
  expect([await status(short), await status(hers)]).toEqual([200, 200])
  await api.ask(`PATCH /api/users/${olga.id}`, { headers: admin.headers, body: { role: 'viewer' } })
  api.clock.offset = 61
  for (const headers of [short, hers]) await expect.poll(() => status(headers), { timeout: 2_000 }).toBe(401)
})

test.each([
  [{ name: 'x', scopes: [] }, '#/scopes'],
  [{ name: 'x', scopes: ['everything'] }, '#/scopes/0'],
  [{ name: 'x', scopes: ['search'], networks: ['10.0.0.0/8', 'example.org'] }, '#/networks/1'],
  [{ name: 'x', scopes: ['search'], expires_at: '2001-01-01T00:00:00Z' }, '#/expires_at'],
  [{ name: 'x', scopes: ['search'], user_id: 99 }, '#/user_id'],
  [{ name: '', scopes: ['search'] }, '#/name'],
])('rejects %j with a pointer', async (body, pointer) => {
  await using api = await aStoredApi()
  const { headers } = await anAdministrator(api)
  const answer = await api.ask('POST /api/auth/keys', { headers, body })
  expect(answer.status).toBe(400)
  expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer }))
})

test('rejects two keys of one account with the same name', async () => {
  await using api = await aStoredApi()
  const { headers } = await anAdministrator(api)
  const make = () => api.ask('POST /api/auth/keys', { headers, body: { name: 'siem', scopes: ['search'] } })
  expect((await make()).status).toBe(201)
  expect((await make()).problem).toBe('key-name-taken')
})
