import { expect, test } from 'vitest'
import { aStoredApi, password } from '../../test/a-stored-api.ts'

test('adds a user with a generated password, which has to be changed', async () => {
  await using api = await aStoredApi()
  const headers = await api.logIn((await api.addUser('administrator')).username)
  const made = await api.ask('POST /api/users', { headers, body: { username: 'olga', role: 'operator' } })
  expect(made.status).toBe(201)
  expect(made.headers.location).toBe(`/api/users/${String(made.json.id)}`)
  expect(made.json).toMatchObject({
    username: 'olga',
    role: 'operator',
    disabled: false,
    must_change_password: true,
    password: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/),
    last_login_at: null,
  })
  const body = { username: 'OLGA', password: String(made.json.password) }
  expect((await api.ask('POST /api/auth/login', { body })).status).toBe(200)
  const read = await api.ask(`GET /api/users/${String(made.json.id)}`, { headers })
  expect(read.json).toMatchObject({ username: 'olga', last_login_at: expect.any(String) })
  expect(read.json.password).toBeUndefined()
  expect((await api.ask('POST /api/users', { headers, body: { username: 'Olga', role: 'viewer' } })).problem).toBe(
    'username-taken',
  )
})

test('accepts a given strong password without a forced change', async () => {
  await using api = await aStoredApi()
  const headers = await api.logIn((await api.addUser('administrator')).username)
  const user = { username: 'siem', role: 'operator', must_change_password: false }
  const bad = await api.ask('POST /api/users', { headers, body: { ...user, password: 'siem-watchpost-1' } })
  expect([bad.problem, bad.json.errors]).toEqual([
    'password-refused',
    [expect.objectContaining({ pointer: '#/password' })],
  ])
  const made = await api.ask('POST /api/users', { headers, body: { ...user, password } })
  expect(made.json).toMatchObject({ must_change_password: false })
  expect(made.json.password).toBeUndefined()
})

test.each([
  [{ username: 'a b', role: 'viewer' }, '#/username'],
  [{ username: 'olga', role: 'root' }, '#/role'],
  [{ username: 'olga', role: 'viewer', disabled: true }, '#/disabled'],
])('rejects %j with a pointer', async (body, pointer) => {
  await using api = await aStoredApi()
  const headers = await api.logIn((await api.addUser('administrator')).username)
  const answer = await api.ask('POST /api/users', { headers, body })
  expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } })
})

test('ends the sessions of a disabled or changed user within a second, and audits the change', async () => {
  await using api = await aStoredApi()
  const admin = await api.addUser('administrator')
  const olga = await api.addUser('operator')
  const asAdmin = await api.logIn(admin.username)
  for (const body of [{ role: 'administrator' }, { disabled: true }]) {
    const headers = await api.logIn(olga.username)
    expect((await api.ask(`PATCH /api/users/${olga.id}`, { headers: asAdmin, body })).status).toBe(200)
    const before = Date.now()
    await expect
      .poll(async () => (await api.ask('GET /api/auth/me', { headers })).status, { timeout: 2_000, interval: 20 })
      .toBe(401)
    expect(Date.now() - before).toBeLessThan(1_200)
  }
  const last = (await api.audit()).at(-1)
  expect(last).toMatchObject({
    action: 'user.change',
    object: `user/${olga.id}`,
    account_id: admin.id,
    username: admin.username,
    via: 'token',
    before: { disabled: false, role: 'administrator' },
    after: { disabled: true, role: 'administrator' },
  })
})

test('keeps the last administrator', async () => {
  await using api = await aStoredApi()
  const { id, username } = await api.addUser('administrator')
  const headers = await api.logIn(username)
  for (const body of [{ role: 'viewer' }, { disabled: true }])
    expect((await api.ask(`PATCH /api/users/${id}`, { headers, body })).problem).toBe('last-administrator')
  expect((await api.ask(`DELETE /api/users/${id}`, { headers })).problem).toBe('last-administrator')
})

test('an administrator resets the password of others, but not their own', async () => {
  await using api = await aStoredApi()
  const admin = await api.addUser('administrator')
  const olga = await api.addUser('operator')
  const headers = await api.logIn(admin.username)
  const own = await api.ask(`POST /api/users/${admin.id}/password`, { headers })
  expect(own.problem).toBe('forbidden')
  const keyBody = { name: 'siem', scopes: ['search'], user_id: olga.id }
  await api.ask('POST /api/auth/keys', { headers, body: keyBody })
  await api.logIn(olga.username)
  const given = await api.ask(`POST /api/users/${olga.id}/password`, { headers })
  expect(given.json).toMatchObject({ sessions_ended: 1, keys_removed: 0, keys_remaining: 1 })
  const body = { username: olga.username, password: String(given.json.password) }
  expect((await api.ask('POST /api/auth/login', { body })).status).toBe(200)
  expect((await api.ask('POST /api/auth/login', { body: { ...body, password } })).status).toBe(401)
  const revoking = { headers, body: { revoke_keys: true } }
  expect((await api.ask(`POST /api/users/${olga.id}/password`, revoking)).json).toMatchObject({
    sessions_ended: 1,
    keys_removed: 1,
    keys_remaining: 0,
  })
  expect((await api.ask('POST /api/users/99/password', { headers })).problem).toBe('not-found')
})

test('removes a user', async () => {
  await using api = await aStoredApi()
  const headers = await api.logIn((await api.addUser('administrator')).username)
  const olga = await api.addUser('operator')
  expect((await api.ask(`DELETE /api/users/${olga.id}`, { headers })).status).toBe(204)
  expect((await api.ask(`GET /api/users/${olga.id}`, { headers })).problem).toBe('not-found')
  expect((await api.ask(`DELETE /api/users/${olga.id}`, { headers })).problem).toBe('not-found')
})

test('an auditor signs in with a browser only, can change the password and gets no key', async () => {
  await using api = await aStoredApi()
  const asAdmin = await api.logIn((await api.addUser('administrator')).username)
  const user = { username: 'aude', role: 'auditor', password, must_change_password: false }
  const made = await api.ask('POST /api/users', { headers: asAdmin, body: user })
  expect(made).toMatchObject({ status: 201, json: { role: 'auditor' } })

  expect((await api.ask('POST /api/auth/login', { body: { username: 'aude', password } })).problem).toBe('forbidden')
  const headers = await api.signIn('aude')
  const { permissions } = (await api.ask('GET /api/auth/me', { headers })).json
  expect(permissions).toEqual(expect.arrayContaining(['audit:read', 'health:read']))
  const change = { current_password: password, new_password: 'nine copper kettles in the attic' }
  expect((await api.ask('POST /api/auth/password', { headers, body: change })).status).toBe(200)

  const key = { name: 'siem', scopes: ['search'], user_id: made.json.id }
  const refused = await api.ask('POST /api/auth/keys', { headers: asAdmin, body: key })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: '#/user_id' }] } })
})
