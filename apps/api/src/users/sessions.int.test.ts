import { expect, test } from 'vitest'
import { aStoredApi, password } from '../../test/a-stored-api.ts'

test('uses, refreshes and ends a login, each step audited', async () => {
  await using api = await aStoredApi()
  const { id, username } = await api.addUser('operator')
  const first = await api.logIn(username)
  const me = await api.ask('GET /api/auth/me', { headers: first })
  expect(me.json).toMatchObject({ id, username, role: 'operator', via: 'token', must_change_password: false })
  expect(me.json.expiration_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)

  const refreshed = await api.ask('POST /api/auth/refresh', { headers: first })
  const second = { 'api-key': String(refreshed.json.token) }
  expect((await api.ask('GET /api/auth/me', { headers: first })).problem).toBe('unauthenticated')
  expect((await api.ask('POST /api/auth/logout', { headers: second })).status).toBe(204)
  expect((await api.ask('GET /api/auth/me', { headers: second })).problem).toBe('unauthenticated')

  const audit = (await api.audit()).slice(1)
  expect(audit.map(({ action, via, account_id, address }) => [action, via, account_id, address])).toEqual([
    ['session.begin', 'login', id, '192.0.2.7'],
    ['session.refresh', 'token', id, '192.0.2.7'],
    ['session.end', 'token', id, '192.0.2.7'],
  ])
  expect(audit[1]?.credential_prefix).toBe(audit[0]?.credential_prefix)
  expect(JSON.stringify(audit)).not.toContain('apk_')
})

test('a login ends after 7 days, however often its token is refreshed, and each answer says so', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('operator')
  let headers = await api.logIn(username)
  const end = (await api.ask('GET /api/auth/me', { headers })).json.session_expiration_date
  expect(end).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  for (let hour = 7; hour < 7 * 24; hour += 7) {
    api.clock.offset = hour * 3_600
    const { status, json } = await api.ask('POST /api/auth/refresh', { headers })
    expect([status, json.session_expiration_date]).toEqual([200, end])
    expect(String(json.expiration_date) <= String(end)).toBe(true)
    headers = { 'api-key': String(json.token) }
  }
  const last = await api.ask('GET /api/auth/me', { headers })
  expect(last.json).toMatchObject({ expiration_date: end, session_expiration_date: end })
  api.clock.offset = 7 * 86_400 + 1
  await expect.poll(async () => (await api.ask('GET /api/auth/me', { headers })).status, { timeout: 2_000 }).toBe(401)
  expect((await api.ask('POST /api/auth/refresh', { headers })).problem).toBe('unauthenticated')
})

test('returns the end of the login that limits a token, and for a browser that of its session', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('operator')
  const browser = await api.signIn(username)
  const me = (await api.ask('GET /api/auth/me', { headers: browser })).json
  expect(me.session_expiration_date).toBe(me.expiration_date)
  let headers = await api.logIn(username)
  for (let hour = 7; hour <= 161; hour += 7) {
    api.clock.offset = hour * 3_600
    const { json } = await api.ask('POST /api/auth/refresh', { headers })
    headers = { 'api-key': String(json.token) }
  }
  api.clock.offset = 167 * 3_600
  const refreshed = await api.ask('POST /api/auth/refresh', { headers })
  const seconds = Number(refreshed.headers['expires-in'])
  expect(seconds).toBeLessThanOrEqual(3_600)
  expect(seconds).toBeGreaterThan(3_500)
})

test('lists sessions, marks the current one, and ends them one by one or all at once', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('operator')
  const [one, two, browser] = [await api.logIn(username), await api.logIn(username), await api.signIn(username)]
  const answer = await api.ask('GET /api/auth/sessions', { headers: one })
  const listed = Object.values(answer.json) as unknown as { id: number; kind: string; is_current: boolean }[]
  expect(listed.map(({ kind, is_current }) => [kind, is_current])).toEqual([
    ['cookie', false],
    ['token', false],
    ['token', true],
  ])
  expect((await api.ask(`DELETE /api/auth/sessions/${listed[1]?.id}`, { headers: one })).status).toBe(204)
  expect((await api.ask(`DELETE /api/auth/sessions/${listed[1]?.id}`, { headers: one })).problem).toBe('not-found')
  await expect
    .poll(async () => (await api.ask('GET /api/auth/me', { headers: two })).status, { timeout: 2_000 })
    .toBe(401)
  expect((await api.ask('DELETE /api/auth/sessions', { headers: one })).status).toBe(204)
  for (const headers of [one, browser])
    await expect.poll(async () => (await api.ask('GET /api/auth/me', { headers })).status, { timeout: 2_000 }).toBe(401)
})

test('only an administrator sees and ends the sessions of others', async () => {
  await using api = await aStoredApi()
  const [olga, other, admin] = [
    await api.addUser('operator'),
    await api.addUser('operator'),
    await api.addUser('administrator'),
  ]
  const headers = await api.logIn(olga.username)
  const asAdmin = await api.logIn(admin.username)
  const asOther = await api.logIn(other.username)
  const list = Object.values((await api.ask(`GET /api/users/${olga.id}/sessions`, { headers: asAdmin })).json)
  const { id } = list[0] as { id: number }
  expect((await api.ask(`DELETE /api/auth/sessions/${id}`, { headers: asOther })).problem).toBe('not-found')
  expect((await api.ask(`DELETE /api/users/${olga.id}/sessions/${id}`, { headers: asOther })).problem).toBe('forbidden')
  expect((await api.ask(`DELETE /api/users/${other.id}/sessions/${id}`, { headers: asAdmin })).problem).toBe(
    'not-found',
  )
  expect((await api.ask(`DELETE /api/users/${olga.id}/sessions/${id}`, { headers: asAdmin })).status).toBe(204)
  expect((await api.ask('DELETE /api/users/99/sessions', { headers: asAdmin })).problem).toBe('not-found')
  await expect.poll(async () => (await api.ask('GET /api/auth/me', { headers })).status, { timeout: 2_000 }).toBe(401)
})

test('a dangerous change needs the password again in a browser, but not in a program', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('administrator')
  const browser = await api.signIn(username)
  const change = (headers: Record<string, string>) =>
    api.ask('PATCH /api/users/99', { headers, body: { role: 'viewer' } })
  expect((await change(browser)).problem).toBe('not-found')
  api.clock.offset = 310
  await expect.poll(async () => (await change(browser)).problem, { timeout: 2_000 }).toBe('confirmation-needed')
  expect((await change(await api.logIn(username))).problem).toBe('not-found')
  const confirm = (text: string) =>
    api.ask('POST /api/auth/session/confirm', { headers: browser, body: { password: text } })
  expect((await confirm('wrong')).problem).toBe('wrong-password')
  expect((await confirm(password)).status).toBe(204)
  expect((await change(browser)).problem).toBe('not-found')
})

test('a cookie is extended by use, and expires after half an hour without', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('viewer')
  const headers = await api.signIn(username)
  const status = async () => (await api.ask('GET /api/auth/me', { headers })).status
  for (const minutes of [20, 40, 60]) {
    api.clock.offset = minutes * 60
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect(await status()).toBe(200)
  }
  api.clock.offset = 91 * 60
  await expect.poll(status, { timeout: 2_000 }).toBe(401)
})

test('an account that must change its password can do little else', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('administrator', true)
  const headers = await api.logIn(username)
  expect((await api.ask('GET /api/auth/me', { headers })).json).toMatchObject({ must_change_password: true })
  for (const route of ['GET /api/users', 'GET /api/version', 'GET /api/auth/sessions', 'POST /api/auth/refresh'])
    expect((await api.ask(route, { headers })).problem).toBe('password-change-needed')
  const change = (new_password: string) =>
    api.ask('POST /api/auth/password', { headers, body: { current_password: password, new_password } })
  expect((await change(password)).problem).toBe('password-refused')
  expect((await change('nine green kettles on a bus')).status).toBe(200)
  expect((await api.ask('GET /api/users', { headers })).status).toBe(200)
  expect((await api.ask('POST /api/auth/login', { body: { username, password } })).status).toBe(401)
})

test('a password change returns what remains valid, and removes the keys on request', async () => {
  await using api = await aStoredApi()
  const { id, username } = await api.addUser('operator')
  const headers = await api.logIn((await api.addUser('administrator')).username)
  const own = await api.logIn(username)
  await api.logIn(username)
  const key = await api.ask('POST /api/auth/keys', { headers, body: { name: 'k', scopes: ['search'], user_id: id } })
  const asKey = { 'api-key': String(key.json.key) }
  const change = (current_password: string, new_password: string, more = {}) =>
    api.ask('POST /api/auth/password', { headers: own, body: { current_password, new_password, ...more } })
  const [second, third] = ['nine green kettles on a bus', 'ten red ladders by the canal']
  const kept = await change(password, second)
  expect(kept).toMatchObject({ status: 200, json: { sessions_ended: 1, keys_removed: 0, keys_remaining: 1 } })
  expect((await api.ask('GET /api/version', { headers: asKey })).status).toBe(200)
  const revoked = await change(second, third, { revoke_keys: true })
  expect(revoked.json).toEqual({ sessions_ended: 0, keys_removed: 1, keys_remaining: 0 })
  await expect
    .poll(async () => (await api.ask('GET /api/version', { headers: asKey })).status, { timeout: 2_000 })
    .toBe(401)
  expect((await api.audit()).slice(-2).map(({ action }) => action)).toEqual(['user.password', 'key.remove'])
})

test('failed logins throttle an account for unknown sources, but not for known ones', async () => {
  await using api = await aStoredApi()
  const { username } = await api.addUser('operator')
  await api.logIn(username)
  const tryFrom = (address: string, text: string) =>
    api.ask('POST /api/auth/login', { body: { username, password: text }, address })
  const answers = []
  for (let each = 0; each < 6; each += 1) answers.push(await tryFrom(`198.51.100.${each}`, 'wrong'))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
  expect(answers[5]).toMatchObject({ problem: 'login-throttled', headers: { 'retry-after': '1' } })
  expect((await tryFrom('198.51.100.9', password)).status).toBe(429)
  expect((await tryFrom('192.0.2.7', password)).status).toBe(200)
  api.clock.offset = 2
  expect((await tryFrom('198.51.100.9', password)).status).toBe(200)
})
