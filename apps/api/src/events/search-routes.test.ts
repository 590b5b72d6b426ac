import { AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { anApi, asOperator, emptyAnswer } from '../../test/an-api.ts'

const search = (payload?: object | string, url = '/api/data/es/search') =>
  ({
    method: 'POST',
    url,
    headers: { ...asOperator, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    payload,
  }) as const
const count = (payload?: object | string, url = '/api/data/es/count') => search(payload, url)

test('the answer of the engine is passed on, each hit with its type', async () => {
  const hits =
    '"hits":{"total":{"value":1,"relation":"eq"},"max_score":1.0,"hits":[{"_index":"i","_id":"1","_source":{"flow_id":18446744073709551615}}]}'
  await using api = await anApi({ engine: async () => Buffer.from(`{"took":1,"timed_out":false,${hits}}`) })
  const answer = await api.app.inject(search({ query: { match_all: {} } }))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toContain('{"_index":"i","_type":"_doc","_id":"1","_source":{"flow_id":18446744073709551615}}')
})

test('no body, an empty one and {} are the same', async () => {
  await using api = await anApi()
  for (const payload of [undefined, '', {}, '{}'])
    expect((await api.app.inject(search(payload))).body).toBe(emptyAnswer)
  expect(new Set(api.engineCalls.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test.each([
  ['', ['network_events']],
  ['?index=malware', ['malware']],
  ['?index=code_analysis,network_events', ['network_events', 'code_analysis']],
  ['?index=malware,malware', ['malware']],
  ['?index=malware%2Ccode_analysis', ['malware', 'code_analysis']],
])('the address %s searches %j', async (query, families) => {
  await using api = await anApi()
  for (const path of ['search', 'count'])
    expect((await api.app.inject(search({}, `/api/data/es/${path}${query}`))).statusCode).toBe(200)
  expect(api.engineCalls.map((call) => call.families)).toEqual([families, families])
})

test.each([
  '?index=',
  '?index=secrets',
  '?index=_all',
  '?index=*',
  '?index=network_events,',
  '?index=network_events-2026.11.14-000001',
  '?index=malware&index=secrets',
  '?index=malware,secrets',
  '?size=10',
  '?pretty=true',
])('the address %s is refused', async (query) => {
  await using api = await anApi()
  const answer = await api.app.inject(search({}, `/api/data/es/search${query}`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ type: '/problems/invalid-request', errors: [{ detail: expect.any(String) }] })
  expect(api.engineCalls).toEqual([])
})

test('a body that the guard refuses never reaches the engine, and is counted', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(search({ nonsense: 1 }))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    type: '/problems/query-invalid',
    errors: [{ pointer: '#/nonsense', detail: expect.any(String) }],
  })
  const off = await api.app.inject(search({ query: { script: { script: 'x' } } }))
  expect([off.statusCode, off.json<{ type: string }>().type]).toEqual([422, '/problems/query-feature-not-allowed'])
  const dear = await api.app.inject(search({ size: 10_001 }))
  expect([400, 422]).toContain(dear.statusCode)
  const broken = await api.app.inject(search('{"query":'))
  expect([broken.statusCode, broken.json<{ type: string }>().type]).toEqual([400, '/problems/query-invalid'])

  expect(api.engineCalls).toEqual([])
  expect(await api.metricsText()).toMatch(/watchpost_api_search_refusals_total\{reason="not-allowed"\} 1/)
})

test('the id of the request goes with the search', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(search({}))
  expect(api.engineCalls[0]?.requestId).toBe(answer.headers['request-id'])
})

test('counting is exact and asks for no hits', async () => {
  await using api = await anApi({
    engine: async () => Buffer.from('{"took":1,"timed_out":false,"hits":{"total":{"value":123456,"relation":"eq"}}}'),
  })
  const answer = await api.app.inject(count({ query: { match: { event_type: 'alert' } } }))
  expect(answer.json()).toEqual({ count: 123_456 })
  expect(api.engineCalls[0]?.body).toMatchObject({ size: 0, track_total_hits: true, query: expect.anything() })
})

test.each([
  ['too-many-requests', 429],
  ['engine-unavailable', 503],
  ['engine-timeout', 504],
  ['query-too-expensive', 422],
] as const)('%s of the engine is told', async (code, status) => {
  await using api = await anApi({
    engine: () => Promise.reject(new AppError(code, 'The engine says no.', { retryAfterSeconds: 5 })),
  })
  for (const request of [search({}), count({})]) {
    const answer = await api.app.inject(request)
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([status, `/problems/${code}`])
    expect(answer.headers['retry-after']).toBe('5')
  }
})

test('more searches than fit are told to come back', async () => {
  const gate = Promise.withResolvers<Buffer>()
  await using api = await anApi({ engine: () => gate.promise })
  const answers = Array.from({ length: 9 }, () => api.app.inject(search({})))
  const refused = await Promise.race(answers)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
  gate.resolve(Buffer.from(emptyAnswer))
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
})
