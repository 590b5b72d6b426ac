import { expect, test } from 'vitest'
import { anApi, asOperator } from '../../test/an-api.ts'
import { createHashingQueue } from './hashing-queue.ts'

const login = (payload: object) => ({ method: 'POST', url: '/api/auth/login', payload }) as const
const right = { username: 'operator', password: 'right' }

test('returns a token and its expiry, in UTC without a zone', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(login(right))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    token: expect.stringMatching(/^apk_[A-Za-z0-9_-]{43}$/),
    expiration_date: '2026-11-14T09:12:33.412345',
    session_expiration_date: '2026-11-21T01:12:33.412345',
  })
  expect(answer.headers['expires-in']).toBe('28800')
  expect(api.calls).toEqual(['release …', 'remember 1 127.0.0.1'])
})

test.each([
  ['operator', 'wrong'],
  ['nobody', 'right'],
  ['disabled', 'right'],
])('%s with the %s password gets the answer for wrong credentials, and counts as failed', async (...who) => {
  await using api = await anApi()
  const [username, password] = who
  const answer = await api.app.inject(login({ username, password }))
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({
    type: '/problems/wrong-credentials',
    detail: 'The user name or password is wrong. Check both. Disabled accounts get the same answer.',
  })
  expect(api.calls).toEqual([])
})

test('hashes also for an unknown name', async () => {
  await using api = await anApi()
  await api.app.inject(login({ username: 'nobody', password: 'x' }))
  expect(api.passwordsSeen).toEqual([{ password: 'x', hash: 'nobody' }])
})

test.each(['viewer', 'auditor'])('rejects the role %s, but only with the right password', async (username) => {
  await using api = await anApi()
  const answer = await api.app.inject(login({ username, password: 'right' }))
  expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([403, '/problems/forbidden'])
  expect((await api.app.inject(login({ username, password: 'wrong' }))).statusCode).toBe(401)
})

test.each([
  [{}, '#/username', '#/password'],
  [{ username: 'operator' }, '#/password'],
  [{ username: 7, password: 'right' }, '#/username'],
  [{ username: 'op\u0000', password: 'right' }, '#/username'],
  [{ username: 'operator', password: 'x'.repeat(1_025) }, '#/password'],
  [{ username: 'operator', password: 'right', role: 'administrator' }, '#/role'],
])('rejects %j with a pointer', async (payload, ...pointers) => {
  await using api = await anApi()
  const answer = await api.app.inject(login(payload))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    type: '/problems/invalid-request',
    errors: pointers.map((pointer) => ({ pointer })),
  })
})

test('throttles all logins after too many failures, without hashing', async () => {
  const admit = async () => ({ outcome: 'refused', by: 'account', retryAfterSeconds: 8 }) as const
  await using api = await anApi({ failureCounters: { admit } })
  const answers = await Promise.all(
    ['operator', 'nobody', 'disabled'].map((username) => api.app.inject(login({ username, password: 'right' }))),
  )
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '8'])
    const { instance: _instance, ...body } = answer.json<{ instance: string }>()
    expect(body).toEqual({
      type: '/problems/login-throttled',
      title: 'Too many failed logins',
      status: 429,
      detail: 'Wait before the next attempt.',
    })
  }
  expect(api.passwordsSeen).toEqual([])
  expect(await api.metricsText()).toMatch(/api_logins_total\{outcome="throttled-account"\} 3/)
})

test('rejects a login when the hashing queue is full, without counting a failure', async () => {
  const hashing = createHashingQueue({ concurrency: 1, maxWaiting: 0, retryAfterSeconds: 5 })
  await using api = await anApi({ hashing })
  const answer = await api.app.inject(login(right))
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
  expect(api.passwordsSeen).toEqual([])
  expect(api.calls).toEqual(['release …'])
})

test('rehashes a correct password that has an outdated hash', async () => {
  await using api = await anApi({ isCurrent: () => false })
  await api.app.inject(login({ ...right, password: 'wrong' }))
  expect(api.calls).toEqual([])
  await api.app.inject(login(right))
  expect(api.calls).toContain('rehash 1 stored hash of right')
})

test('counts each outcome of a login', async () => {
  await using api = await anApi()
  await api.app.inject(login(right))
  await api.app.inject(login({ ...right, password: 'wrong' }))
  await api.app.inject(login({ ...right, username: 'viewer' }))
  const text = await api.metricsText()
  for (const outcome of ['signed-in', 'wrong', 'no-rights'])
    expect(text).toMatch(new RegExp(`api_logins_total\\{outcome="${outcome}"\\} 1`))
})

test('refreshes and ends a token, which this instance forgets at once', async () => {
  await using api = await anApi()
  const refreshed = await api.app.inject({ method: 'POST', url: '/api/auth/refresh', headers: asOperator })
  expect([refreshed.statusCode, refreshed.headers['expires-in']]).toEqual([200, '28800'])
  expect(refreshed.json()).toEqual({
    token: expect.stringMatching(/^apk_/),
    expiration_date: '2026-11-14T09:12:33.412345',
    session_expiration_date: '2026-11-21T01:12:33.412345',
  })
  const left = await api.app.inject({ method: 'POST', url: '/api/auth/logout', headers: asOperator })
  expect([left.statusCode, left.body]).toEqual([204, ''])
  expect(api.calls).toEqual(['forget', 'forget'])
})
