import { expect, test } from 'vitest'
import { anApi } from '../../test/an-api.ts'
import { createBoundedQueue } from '../bounded-queue.ts'

const login = (payload: object) => ({ method: 'POST', url: '/api/auth/login', payload }) as const

test('right credentials give a token and its end, in UTC without a zone', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(login({ username: 'operator', password: 'right' }))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    token: expect.stringMatching(/^apk_[A-Za-z0-9_-]{43}$/),
    expiration_date: '2026-11-14T09:12:33.412345',
  })
})

test.each([
  ['operator', 'wrong'],
  ['nobody', 'right'],
  ['disabled', 'right'],
])('%s with the %s password gets the one answer of wrong credentials', async (username, password) => {
  await using api = await anApi()
  const answer = await api.app.inject(login({ username, password }))
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({
    type: '/problems/wrong-credentials',
    detail: 'User name or password is wrong',
  })
})

test('a name that nobody has costs a hash as well', async () => {
  await using api = await anApi()
  await api.app.inject(login({ username: 'nobody', password: 'x' }))
  expect(api.passwordsSeen).toEqual([{ password: 'x', hash: 'nobody' }])
})

test('a viewer is told so, but only with the right password', async () => {
  await using api = await anApi()
  const right = await api.app.inject(login({ username: 'viewer', password: 'right' }))
  expect([right.statusCode, right.json<{ type: string }>().type]).toEqual([403, '/problems/forbidden'])
  expect((await api.app.inject(login({ username: 'viewer', password: 'wrong' }))).statusCode).toBe(401)
})

test.each([
  [{}, '#/username', '#/password'],
  [{ username: 'operator' }, '#/password'],
  [{ username: 7, password: 'right' }, '#/username'],
  [{ username: 'op\u0000', password: 'right' }, '#/username'],
  [{ username: 'operator', password: 'x'.repeat(1_025) }, '#/password'],
  [{ username: 'operator', password: 'right', role: 'administrator' }, '#/role'],
])('%j is refused with a pointer', async (payload, ...pointers) => {
  await using api = await anApi()
  const answer = await api.app.inject(login(payload))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    type: '/problems/invalid-request',
    errors: pointers.map((pointer) => ({ pointer })),
  })
})

test('when too many wait for a hash the next is told to come back', async () => {
  const hashing = createBoundedQueue({ concurrency: 1, maxWaiting: 0, retryAfterSeconds: 5 })
  await using api = await anApi({ hashing })
  const answer = await api.app.inject(login({ username: 'operator', password: 'right' }))
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
  expect(api.passwordsSeen).toEqual([])
})
