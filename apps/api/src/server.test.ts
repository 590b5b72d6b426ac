import { problems } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../test/an-api.ts'

const search = { method: 'POST', url: '/api/data/es/search', headers: asOperator } as const

test.each(['/api/version', '/api/version/', '//api/version', '/api//version//', '/api/v1/version', '/api/v1/version/'])(
  '%s answers without a redirect',
  async (url) => {
    await using api = await anApi()
    const answer = await api.app.inject({ url, headers: asOperator })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ product: 'Watchpost', version: '0.1.0', api: '1' })
  },
)

test('accepts a POST in every spelling of the path', async () => {
  await using api = await anApi()
  for (const url of ['/api/data/es/search/', '//api/data/es/search', '/api/v1/data/es/search/?index=malware'])
    expect((await api.app.inject({ ...search, url })).statusCode).toBe(200)
})

test.each([
  ['no token', { url: '/api/version' }, 401, 'unauthenticated'],
  [
    'a token no one has',
    { url: '/api/version', headers: { 'api-key': `apk_${'z'.repeat(43)}` } },
    401,
    'unauthenticated',
  ],
  ['an address that is not there', { url: '/api/nothing' }, 404, 'not-found'],
  [
    'an address that is not there, with a body of any kind',
    { method: 'POST', url: '/x', payload: 'y', headers: { 'content-type': 'image/png' } },
    404,
    'not-found',
  ],
  ['the interface where it was not built', { url: '/ui/' }, 404, 'not-found'],
  ['an address that is not an address', { url: '/api/%zz' }, 400, 'invalid-request'],
  ['a method that it does not take', { method: 'GET', url: '/api/data/es/search' }, 405, 'method-not-allowed'],
  [
    'a method that it does not take, with a body of any kind',
    { method: 'PUT', url: '/api/auth/login', payload: 'y', headers: { 'content-type': 'image/png' } },
    405,
    'method-not-allowed',
  ],
  [
    'a body that is not JSON by name',
    { ...search, payload: 'a=b', headers: { ...asOperator, 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported-media-type',
  ],
  [
    'a body without a type',
    { ...search, payload: '{}', headers: { ...asOperator, 'content-type': '' } },
    415,
    'unsupported-media-type',
  ],
  ['a body that is too large', { ...search, payload: { x: 'y'.repeat(256 * 1024) } }, 413, 'payload-too-large'],
  [
    'a login that is not JSON',
    { method: 'POST', url: '/api/auth/login', payload: '{', headers: { 'content-type': 'application/json' } },
    400,
    'invalid-request',
  ],
  [
    'a login with a poisoned prototype',
    {
      method: 'POST',
      url: '/api/auth/login',
      payload: '{"__proto__":{},"username":"operator","password":"right"}',
      headers: { 'content-type': 'application/json' },
    },
    400,
    'invalid-request',
  ],
  [
    'an empty login',
    { method: 'POST', url: '/api/auth/login', payload: '', headers: { 'content-type': 'application/json' } },
    400,
    'invalid-request',
  ],
  ['a problem that does not exist', { url: '/problems/constructor' }, 404, 'not-found'],
] as const)('rejects %s with a problem', async (_what, request, status, code) => {
  await using api = await anApi()
  const answer = await api.app.inject(request)
  expect(answer.json()).toMatchObject({
    type: `/problems/${code}`,
    title: problems[code].title,
    status,
    detail: expect.any(String),
    instance: answer.headers['request-id'],
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})

test('a 405 and an OPTIONS list the allowed methods, without a token', async () => {
  await using api = await anApi()
  const wrong = await api.app.inject({ method: 'DELETE', url: '/api/v1/version/' })
  expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const options = await api.app.inject({ method: 'OPTIONS', url: '/api/data/es/search' })
  expect([options.statusCode, options.headers.allow, options.body]).toEqual([204, 'POST, OPTIONS', ''])
})

test('accepts a content type on a DELETE without a body', async () => {
  await using api = await anApi()
  const headers = { 'api-key': tokens.administrator, 'content-type': 'application/json' }
  const answer = await api.app.inject({ method: 'DELETE', url: '/api/system/certificate', headers })
  expect(answer.statusCode).toBe(204)
})

test('HEAD answers as GET does, without a body', async () => {
  await using api = await anApi()
  const head = await api.app.inject({ method: 'HEAD', url: '/api/version', headers: asOperator })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await api.app.inject({ method: 'HEAD', url: '/api/version' })).statusCode).toBe(401)
})

test('an internal error is a bare 500, and an unavailable database a 503', async () => {
  await using broken = await anApi({ findLive: () => Promise.reject(new TypeError('x is not a function')) })
  const fault = await broken.app.inject({ url: '/api/version', headers: asOperator })
  expect(fault.statusCode).toBe(500)
  expect(fault.body).not.toContain('not a function')

  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  await using away = await anApi({ findLive: () => Promise.reject(gone) })
  const refused = await away.app.inject({ url: '/api/version', headers: asOperator })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
})

test('sends security and caching headers', async () => {
  await using api = await anApi()
  for (const request of [{ url: '/api/version', headers: asOperator }, { url: '/api/version' }, { url: '/nothing' }]) {
    const { headers } = await api.app.inject(request)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  }
})

test('gives each request a unique id, whatever the caller sends', async () => {
  await using api = await anApi()
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { headers } = await api.app.inject({
        url: '/api/version',
        headers: { ...asOperator, 'request-id': 'mine' },
      })
      return headers['request-id']
    }),
  )
  expect(new Set([...ids, 'mine']).size).toBe(3)
})

test('counts requests by route and status class', async () => {
  await using api = await anApi()
  await api.app.inject({ url: '/api/v1/version/', headers: asOperator })
  await api.app.inject({ url: '/api/version' })
  await api.app.inject({ url: '/some/thing' })
  const text = await api.metricsText()
  expect(text).toMatch(/watchpost_api_requests_total\{route="\/api\/version",method="GET",status="2xx"\} 1/)
  expect(text).toMatch(/watchpost_api_requests_total\{route="\/api\/version",method="GET",status="4xx"\} 1/)
  expect(text).toMatch(/watchpost_api_requests_total\{route="none",method="GET",status="4xx"\} 1/)
})
