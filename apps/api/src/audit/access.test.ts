import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import { shortened } from './access.ts'
import { loginAccess } from './login-access.ts'

const search = (payload: object, url = '/api/data/es/search', headers: Record<string, string> = asOperator) =>
  ({ method: 'POST', url, headers, payload, remoteAddress: '192.0.2.7' }) as const

test('audits a search with the caller and the normalised query', async () => {
  await using api = await anApi()
  const query = { size: 3, query: { bool: { filter: { term: { event_type: 'dns' } } } } }
  await api.app.inject(search(query, '/api/data/es/search?index=malware'))
  expect(api.accesses).toMatchObject([
    {
      username: 'operator',
      via: 'token',
      address: '192.0.2.7',
      action: 'event.search',
      object: 'malware',
      result: 'ok',
      status: 200,
    },
  ])
  // The body that goes to the engine, not the one that the caller sent.
  expect(JSON.parse(api.accesses[0]?.detail ?? '')).toEqual(
    expect.objectContaining({ size: 3, query: expect.anything() }),
  )
})

test('audits every caller that shares an answer', async () => {
  await using api = await anApi()
  const body = { size: 0, aggs: { kinds: { terms: { field: 'event_type' } } } }
  await Promise.all([1, 2, 3].map(() => api.app.inject(search(body))))
  expect(api.accesses.map(({ action }) => action)).toEqual(['event.search', 'event.search', 'event.search'])
})

test('audits a rejected search with the reason, without its body', async () => {
  await using api = await anApi()
  await api.app.inject(search({ script: 'x' }))
  expect(api.accesses).toMatchObject([{ action: 'event.search', result: 'refused', status: 400 }])
  expect(api.accesses[0]?.detail).toMatch(/^query-/)
})

test('audits refusals on every route, other answers only on routes that read data', async () => {
  await using api = await anApi()
  await api.app.inject({ method: 'GET', url: '/api/users?x=secret' })
  await api.app.inject({ method: 'GET', url: '/api/users', headers: asOperator })
  await api.app.inject({ method: 'GET', url: '/api/version', headers: asOperator })
  await api.app.inject({ method: 'GET', url: '/api/nothing', headers: asOperator })
  const admin = { 'api-key': tokens.administrator }
  await api.app.inject({ method: 'GET', url: '/api/alerts?limit=2', headers: admin })
  expect(api.accesses).toMatchObject([
    { action: 'request.refuse', username: '', via: 'none', object: 'GET /api/users', status: 401, result: 'refused' },
    { action: 'request.refuse', object: 'GET /api/users', status: 403, detail: 'forbidden' },
    { action: 'alert.list', object: 'GET /api/alerts', detail: 'limit=2', status: 200 },
  ])
  expect(JSON.stringify(api.accesses)).not.toContain('secret')
})

test('audits a rate-limited caller', async () => {
  await using api = await anApi({ requestsPerMinute: 1 })
  for (let turn = 0; turn < 2; turn += 1)
    await api.app.inject({ method: 'GET', url: '/api/version', headers: asOperator })
  expect(api.accesses).toMatchObject([{ status: 429, detail: 'too-many-requests' }])
})

test('audits a wrong password once, with the account and without the typed text', async () => {
  await using api = await anApi()
  const login = { username: 'olga', password: 'wrong' }
  await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
  expect(api.accesses).toEqual([])
  const who = { accountId: 2, username: 'olga', address: '192.0.2.7', userAgent: '', requestId: 'r-1' }
  expect(loginAccess('wrong', who, 1)).toMatchObject({ action: 'login.wrong', object: 'user/2', status: 401 })
  expect(loginAccess('throttled-source', who, 1)).toMatchObject({ action: 'login.throttled-source', status: 429 })
  expect(loginAccess('signed-in', who, 1)).toBeUndefined()
})

test('truncates long details and adds their digest', () => {
  expect(shortened('x'.repeat(4_096))).toHaveLength(4_096)
  const [one, other] = ['a', 'b'].map((end) => shortened(`${'x'.repeat(9_000)}${end}`))
  expect(one).not.toBe(other)
  expect(one?.length).toBeLessThan(4_300)
})
