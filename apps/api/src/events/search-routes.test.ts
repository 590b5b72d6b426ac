import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { anApi, asOperator, emptyAnswer, tokens } from '../../test/an-api.ts'

const search = (payload?: object | string, url = '/api/data/es/search') =>
  ({
    method: 'POST',
    url,
    headers: { ...asOperator, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    payload,
  }) as const
const count = (payload?: object | string, url = '/api/data/es/count') => search(payload, url)

test("passes on the engine's answer and adds the type to each hit", async () => {
  const hits =
    '"hits":{"total":{"value":1,"relation":"eq"},"max_score":1.0,"hits":[{"_index":"i","_id":"1","_source":{"flow_id":18446744073709551615}}]}'
  await using api = await anApi({ engine: async () => Buffer.from(`{"took":1,"timed_out":false,${hits}}`) })
  const answer = await api.app.inject(search({ query: { match_all: {} } }))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toContain('{"_index":"i","_type":"_doc","_id":"1","_source":{"flow_id":18446744073709551615}}')
})

test('treats no body, an empty body and {} the same', async () => {
  await using api = await anApi()
  for (const payload of [undefined, '', {}, '{}'])
    expect((await api.app.inject(search(payload))).body).toBe(emptyAnswer)
  expect(new Set(api.engineCalls.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test.each([
  ['', 'network_events'],
  ['?index=malware', 'malware'],
  ['?index=code_analysis,network_events', 'network_events,code_analysis'],
  ['?index=malware,malware', 'malware'],
  ['?index=malware%2Ccode_analysis', 'malware,code_analysis'],
])('the query string "%s" searches %s', async (query, target) => {
  await using api = await anApi()
  for (const path of ['search', 'count'])
    expect((await api.app.inject(search({}, `/api/data/es/${path}${query}`))).statusCode).toBe(200)
  for (const { path } of api.engineCalls) expect(path.split('/')[1]).toBe(target)
  expect(api.engineCalls).toHaveLength(2)
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
  '?explain=true',
])('rejects the query string %s', async (query) => {
  await using api = await anApi()
  const answer = await api.app.inject(search({}, `/api/data/es/search${query}`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ type: '/problems/invalid-request', errors: [{ detail: expect.any(String) }] })
  expect(api.engineCalls).toEqual([])
})

test('rejects and counts a body that the guard refuses, without calling the engine', async () => {
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

test('sends the request id with the search', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(search({}))
  expect(api.engineCalls[0]?.requestId).toBe(answer.headers['request-id'])
})

test('counts exactly and requests no hits', async () => {
  await using api = await anApi({
    engine: async () => Buffer.from('{"took":1,"timed_out":false,"hits":{"total":{"value":123456,"relation":"eq"}}}'),
  })
  const answer = await api.app.inject(count({ query: { match: { event_type: 'alert' } } }))
  expect(answer.json()).toEqual({ count: 123_456 })
  expect(api.engineCalls[0]?.body).toMatchObject({ size: 0, track_total_hits: true, query: expect.anything() })
})

test.each([
  [429, { type: 'rejected_execution_exception', reason: 'full' }, 429, 'too-many-requests'],
  [503, { type: 'cluster_block_exception', reason: 'no manager' }, 503, 'engine-unavailable'],
  [500, { type: 'task_cancelled_exception', reason: 'cancelled' }, 504, 'engine-timeout'],
  [503, { type: 'too_many_buckets_exception', reason: 'too many' }, 422, 'query-too-expensive'],
] as const)('maps engine status %d, %j, to %d %s', async (status, error, ourStatus, code) => {
  await using api = await anApi({ engine: () => ({ status, json: { error, status } }) })
  for (const request of [search({}), count({})]) {
    const answer = await api.app.inject(request)
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([ourStatus, `/problems/${code}`])
    if (ourStatus === 429 || ourStatus === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('reports an unavailable engine with Retry-After', async () => {
  await using api = await anApi({ engine: () => ({ failure: 'away' }) })
  const answer = await api.app.inject(search({}))
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json()).toMatchObject({ type: '/problems/engine-unavailable' })
})

test('rejects and counts searches beyond the limit, with Retry-After', async () => {
  const gate = Promise.withResolvers<string>()
  await using api = await anApi({ engine: () => gate.promise })
  const answers = Array.from({ length: 9 }, (_, turn) => api.app.inject(search({ size: turn })))
  const refused = await Promise.race(answers)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
  gate.resolve(emptyAnswer)
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(await api.metricsText()).toMatch(
    /watchpost_api_search_turned_away_total\{queue="cheap",lane="cheap",reason="caller-full"\} 1/,
  )
})

const topTypes = { size: 0, aggs: { types: { terms: { field: 'event_type' } } } }

test('sends an aggregation of several callers once, and counts each caller', async () => {
  const gate = Promise.withResolvers<string>()
  await using api = await anApi({ engine: () => gate.promise })
  const answers = [topTypes, { aggregations: topTypes.aggs, size: 0 }, topTypes].map((body) =>
    api.app.inject(search(body)),
  )
  while (api.engineCalls.length === 0) await setImmediate()
  gate.resolve(emptyAnswer)
  for (const answer of await Promise.all(answers)) expect([answer.statusCode, answer.body]).toEqual([200, emptyAnswer])
  expect(api.engineCalls).toHaveLength(1)
  expect(await api.metricsText()).toMatch(/watchpost_api_searches_shared_total 2/)
})

test('does not share an answer between callers with different permissions', async () => {
  const gate = Promise.withResolvers<string>()
  await using api = await anApi({ engine: () => gate.promise })
  const answers = [tokens.operator, tokens.administrator].map((token) =>
    api.app.inject({ ...search(topTypes), headers: { 'api-key': token, 'content-type': 'application/json' } }),
  )
  while (api.engineCalls.length < 2) await setImmediate()
  gate.resolve(emptyAnswer)
  await Promise.all(answers)
})

test('rejects a search over too many shards', async () => {
  await using api = await anApi({ indexes: { choose: () => ({ target: 'x', shards: 501 }) } })
  const answer = await api.app.inject(search({}))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    type: '/problems/query-too-expensive',
    detail: expect.stringContaining('501 shards; at most 500'),
  })
})

test('explain=cost returns an estimate and does not search', async () => {
  await using api = await anApi({ indexes: { choose: () => ({ target: 'x', shards: 3 }) } })
  const answer = await api.app.inject(search(topTypes, '/api/data/es/search?index=malware&explain=cost'))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    work_ms: expect.any(Number),
    expected_ms: expect.any(Number),
    memory_bytes: expect.any(Number),
    budget: { shards: 500 },
    queue: expect.stringMatching(/cheap|costly/),
    lane: expect.stringMatching(/cheap|costly/),
    shards: 3,
    time_range: { from: null, to: null },
    parts: expect.any(Array),
  })
  expect(api.engineCalls).toEqual([])
  const refused = await api.app.inject(search({ nonsense: 1 }, '/api/data/es/search?explain=cost'))
  expect(refused.statusCode).toBe(400)
})

test('lists the fields with their capabilities', async () => {
  await using api = await anApi()
  const list = (query: string) =>
    api.app.inject({ method: 'GET', url: `/api/data/es/fields${query}`, headers: asOperator })
  const answer = await list('?index=malware,code_analysis')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual({
    fields: [
      {
        name: '@timestamp',
        type: 'date',
        filter: true,
        indexed: true,
        sort: true,
        aggregate: true,
        has_keys: false,
        indexes: ['malware', 'code_analysis'],
      },
      expect.objectContaining({ name: 'event_type' }),
    ],
  })
  expect((await list('?index=secrets')).statusCode).toBe(400)
})
