import { expect, expectTypeOf, test } from 'vitest'
import { createClient } from './client.ts'
import { json, playedAnswers } from './fixtures/played-answers.ts'

const baseUrl = 'https://watchpost.example.org:8443/'

test('sends a call to its URL with path parameters, query and body', async () => {
  const { fetch, asked } = playedAnswers(json([]), json({ status: 'closed' }))
  const client = createClient({ baseUrl, fetch, token: 'apk_1' })
  await client.listAlerts({ query: { risk_min: 70, search: 'a&b c', status: undefined, not_name: ['a,b', 'c'] } })
  await client.markAlert({ params: { id: 'a/../b?c' }, body: { status: 'closed' } })

  expect(asked.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    'GET https://watchpost.example.org:8443/api/alerts?risk_min=70&search=a%26b+c&not_name=a%2Cb&not_name=c',
    'PATCH https://watchpost.example.org:8443/api/alerts/a%2F..%2Fb%3Fc/mark',
  ])
  expect(asked[0]?.init.body).toBeUndefined()
  expect(asked[0]?.headers.get('content-type')).toBeNull()
  expect(asked[0]?.headers.get('api-key')).toBe('apk_1')
  expect(asked[1]?.init.body).toBe('{"status":"closed"}')
  expect(asked[1]?.headers.get('content-type')).toBe('application/json')
  expect(asked[1]?.headers.get('x-requested-with')).toBeTruthy()
})

test.each(['', '.', '..'])(
  'rejects a parameter %j that would change the path, before anything is sent to the server',
  async (id) => {
    const { fetch, asked } = playedAnswers()
    const call = createClient({ baseUrl, fetch }).readAlert({ params: { id } })
    await expect(call).rejects.toThrow('cannot be part of an address')
    expect(asked).toEqual([])
  },
)

test("calls a token function for each call; without a token the browser's cookie is used", async () => {
  const { fetch, asked } = playedAnswers(json({}), json({}))
  let token: string | undefined
  const client = createClient({ fetch, token: () => token })
  await client.whoAmI()
  token = 'apk_2'
  await client.whoAmI()
  expect(asked.map(({ headers }) => headers.get('api-key'))).toEqual([null, 'apk_2'])
  expect(asked[0]).toMatchObject({ url: '/api/auth/me', init: { credentials: 'same-origin', redirect: 'error' } })
})

test('returns the body and the values of the headers', async () => {
  const headers = { 'total-count': '12', 'total-count-relation': 'gte', 'watchpost-lag': '3', etag: '"7"' }
  const { fetch } = playedAnswers(json([{ name: 'x' }], headers))
  const answer = await createClient({ fetch }).listAlerts()
  expect(answer).toMatchObject({
    status: 200,
    requestId: 'r-1',
    total: { value: 12, isExact: false },
    next: undefined,
    etag: '"7"',
    lag: 3,
    gaps: undefined,
  })
  expectTypeOf(answer.body)
    .items.toHaveProperty('type')
    .toEqualTypeOf<'network_engine' | 'malware_engine' | 'code_engine'>()
  expect(answer.body[0]?.name).toBe('x')
})

test('returns undefined without a body, and text if it is not JSON', async () => {
  const pem = new Response('-----BEGIN', { headers: { 'content-type': 'application/x-pem-file' } })
  const { fetch } = playedAnswers(new Response(null, { status: 204 }), pem)
  const client = createClient({ fetch })
  expectTypeOf((await client.logout()).body).toEqualTypeOf<undefined>()
  expect((await client.readAuthority()).body).toBe('-----BEGIN')
})

test('follows the next link of pages until there is none', async () => {
  const { fetch, asked } = playedAnswers(
    json([1], { link: '</api/alerts?limit=1&cursor=a%3D>; rel="next"' }),
    json([2], { link: '<https://elsewhere.example.org/api/alerts?cursor=b>; rel="next"' }),
    json([3]),
  )
  const client = createClient({ baseUrl, fetch, token: 'apk_1' })
  const { signal } = new AbortController()
  const rows = []
  for await (const { body } of client.pages(client.listAlerts({ query: { limit: 1 } }), { signal })) rows.push(...body)
  expect(rows).toEqual([1, 2, 3])
  expect(asked.map(({ url }) => url)).toEqual([
    'https://watchpost.example.org:8443/api/alerts?limit=1',
    'https://watchpost.example.org:8443/api/alerts?limit=1&cursor=a%3D',
    'https://watchpost.example.org:8443/api/alerts?cursor=b',
  ])
  expect(asked[2]?.init.signal).toBe(signal)
})

test('a search returns hits, and its estimate the cost', async () => {
  const found = { hits: { hits: [{ _id: '1', _source: { a: 1 } }] }, aggregations: { by: { buckets: [] } } }
  const { fetch, asked } = playedAnswers(json(found), json({ work_ms: 1.5 }))
  const client = createClient({ fetch })
  const body = { size: 1, query: { match_all: {} }, highlight: { fields: {} } }
  const answer = await client.search({ query: { index: 'network_events' }, body })
  expect(answer.body.hits.hits[0]?._source?.['a']).toBe(1)
  expect(answer.body.aggregations?.['by']?.buckets).toEqual([])
  expect((await client.estimateSearch({ body })).body.work_ms).toBe(1.5)
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/data/es/search?index=network_events',
    '/api/data/es/search?explain=cost',
  ])
})

test('sends the version that was read with a change', async () => {
  const { fetch, asked } = playedAnswers(json({}))
  await createClient({ fetch }).changeSettings({ headers: { 'if-match': '"7"' }, body: { retention_days: 90 } })
  expect(asked[0]?.headers.get('if-match')).toBe('"7"')
})

test('a missing required input is a type error', () => {
  const client = createClient()
  type InputOf<Name extends keyof typeof client> = Parameters<(typeof client)[Name]>[0]
  expectTypeOf<object>().not.toExtend<InputOf<'readAlert'>>()
  expectTypeOf<{ params: { id: string } }>().toExtend<InputOf<'readAlert'>>()
  expectTypeOf<{ body: { username: string } }>().not.toExtend<InputOf<'createUser'>>()
  expectTypeOf<{ body: { username: string; role: 'viewer' } }>().toExtend<InputOf<'createUser'>>()
  expectTypeOf(client.listUsers).toBeCallableWith()
})
