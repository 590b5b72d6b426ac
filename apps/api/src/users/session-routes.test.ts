import { expect, test } from 'vitest'
import { aLiveCredential } from '../../test/people/a-credential.ts'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import { cookieName, newCookie } from '../http/caller/credential.ts'

const custom = { 'x-requested-with': 'watchpost' }
const withCookie = { cookie: `${cookieName}=${newCookie()}` }

test('signs in a browser with a cookie, viewers too, and returns the account', async () => {
  await using api = await anApi()
  const payload = { username: 'viewer', password: 'right' }
  const answer = await api.app.inject({ method: 'POST', url: '/api/auth/session', payload, headers: custom })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-sid=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(answer.json()).toEqual({
    id: 1,
    username: 'viewer',
    role: 'viewer',
    via: 'cookie',
    expiration_date: '2026-11-14T09:12:33.412345',
    session_expiration_date: '2026-11-14T09:12:33.412345',
    must_change_password: false,
    permissions: expect.arrayContaining(['event:read', 'self:session']),
    scopes: null,
  })
})

test('rejects a cross-site sign-in', async () => {
  await using api = await anApi()
  const payload = { username: 'viewer', password: 'right' }
  for (const headers of [{}, { ...custom, 'sec-fetch-site': 'cross-site' }]) {
    const answer = await api.app.inject({ method: 'POST', url: '/api/auth/session', payload, headers })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([403, '/problems/cross-site-request'])
  }
  expect(api.passwordsSeen).toEqual([])
})

test('removes the cookie on sign-out', async () => {
  await using api = await anApi({ findLive: async () => aLiveCredential() })
  const headers = { ...custom, ...withCookie }
  const answer = await api.app.inject({ method: 'DELETE', url: '/api/auth/session', headers })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie']).toMatch(/^__Host-sid=; Path=\/; Max-Age=0;/)
})

test('confirms the password of a browser session; a wrong one does not sign out', async () => {
  await using api = await anApi({ findLive: async () => aLiveCredential() })
  const confirm = (password: string, headers: Record<string, string>) =>
    api.app.inject({ method: 'POST', url: '/api/auth/session/confirm', payload: { password }, headers })
  const browser = { ...custom, ...withCookie }
  expect((await confirm('right', browser)).statusCode).toBe(204)
  const wrong = await confirm('wrong', browser)
  expect([wrong.statusCode, wrong.json<{ type: string }>().type]).toEqual([403, '/problems/wrong-password'])
  expect((await confirm('right', asOperator)).statusCode).toBe(403)
})

test("returns the caller's account for a token", async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/api/auth/me', headers: asOperator })
  expect(answer.json()).toMatchObject({ username: 'operator', via: 'token', scopes: null })
})

test.each([
  ['short', '#/new_password'],
  ['operator-watchpost-1', '#/new_password'],
])('rejects %j as a new password, with a pointer', async (new_password, pointer) => {
  await using api = await anApi()
  const payload = { current_password: 'right', new_password }
  const answer = await api.app.inject({ method: 'POST', url: '/api/auth/password', payload, headers: asOperator })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ type: '/problems/password-refused', errors: [{ pointer }] })
})

test('changes a password only with the current one', async () => {
  await using api = await anApi()
  const change = (current_password: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/password',
      payload: { current_password, new_password: 'seven quiet lamps over the harbour' },
      headers: asOperator,
    })
  expect((await change('wrong')).statusCode).toBe(403)
  const changed = await change('right')
  expect(changed.statusCode).toBe(200)
  expect(changed.json()).toEqual({ sessions_ended: 2, keys_removed: 0, keys_remaining: 1 })
})

test('allows only administrators to see sessions of others', async () => {
  await using api = await anApi()
  const ask = async (token: string) =>
    (await api.app.inject({ url: '/api/users/7/sessions', headers: { 'api-key': token } })).statusCode
  expect([await ask(tokens.operator), await ask(tokens.administrator)]).toEqual([403, 200])
})

test('rejects a caller over the rate limit with Retry-After, and sends the remaining quota', async () => {
  await using api = await anApi({ requestsPerMinute: 60 })
  const ask = () => api.app.inject({ url: '/api/version', headers: asOperator })
  const first = await ask()
  expect([first.headers['ratelimit-policy'], first.headers.ratelimit]).toEqual([
    '"caller";q=60;w=60',
    '"caller";r=59;t=60',
  ])
  for (let each = 0; each < 59; each += 1) await ask()
  const over = await ask()
  expect([over.statusCode, over.headers.ratelimit]).toEqual([429, expect.stringMatching(/^"caller";r=0;t=\d+$/)])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  // Other callers are not affected: another account, and an IP address without a login.
  expect((await api.app.inject({ url: '/api/version', headers: { 'api-key': tokens.viewer } })).statusCode).toBe(403)
  expect((await api.app.inject({ url: '/api/version' })).statusCode).toBe(401)
  expect(await api.metricsText()).toMatch(/api_rate_limited_total\{kind="account"\} 1/)
})
