import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anApi, tokens } from '../../../test/an-api.ts'

const method = fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS')
const path = fc.oneof(
  fc.constantFrom('/api/data/es/search', '/api/data/es/count', '/api/auth/login', '/api/version', '/docs/swagger'),
  fc.constantFrom(
    '/api/users',
    '/api/users/7',
    '/api/auth/keys',
    '/api/auth/session',
    '/api/auth/password',
    '/api/auth/me',
  ),
  fc.constantFrom('/api/dead-letters', '/api/dead-letters/7', '/api/dead-letters/summary', '/api/dead-letters/retry'),
  fc.constantFrom('/problems/x', '/docs/swagger/static/..%2f..%2fpackage.json', '/docs/swagger/static/absent.js'),
  fc.webPath().map((text) => `/${text}`),
)
const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.webQueryParameters().map((text) => `?index=${text}`),
)
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)
const type = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;',
  'text/plain',
  '',
)

test('answers any request without an internal error, and every rejection with a problem', async () => {
  await using api = await anApi()
  const property = fc.asyncProperty(method, path, query, body, type, fc.boolean(), async (...request) => {
    const [method, path, query, payload, type, hasToken] = request
    const answer = await api.app.inject({
      method,
      url: path + query,
      ...(method !== 'GET' && method !== 'HEAD' && { payload }),
      headers: { 'content-type': type, ...(hasToken && { 'api-key': tokens.administrator, 'x-requested-with': 'x' }) },
    })
    expect(answer.statusCode).toBeLessThan(500)
    if (answer.statusCode >= 400) expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  })
  await fc.assert(property, { numRuns: 500 })
})
