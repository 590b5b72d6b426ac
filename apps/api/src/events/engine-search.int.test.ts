import { buildIndexBody, indexName } from '@watchpost/engine'
import { testEngine } from '@watchpost/testkit/test-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngineSearch } from './engine-search.ts'

const real = testEngine()
const engine = createEngineSearch(real.client, real.config.prefix)

const ask = (body: Record<string, unknown>, signal = new AbortController().signal) =>
  engine.search({ families: ['network_events'], body, requestId: 'int-test', signal })

beforeAll(async () => {
  const { client, config } = real
  const index = indexName(config.prefix, 'network_events', { number: 1, day: '2026-11-14' })
  const aliases = { [`${config.prefix}network_events`]: {} }
  await client.indices.create({ index, body: { ...buildIndexBody('network_events', config), aliases } })
  // Text of our own making: the number is larger than JavaScript can hold.
  const body = '{"@timestamp":"2026-11-14T09:12:33Z","event_type":"alert","note":18446744073709551615}'
  await client.transport.request({ method: 'PUT', path: `/${index}/_doc/1`, querystring: { refresh: true }, body })
})
afterAll(() => real[Symbol.asyncDispose]())

test('the engine takes every fixed parameter, and its answer comes through as it is', async () => {
  const answer = (await ask({ query: { match: { event_type: 'alert' } } })).toString()
  expect(JSON.parse(answer)).toMatchObject({ timed_out: false, hits: { total: { value: 1 }, hits: [{ _id: '1' }] } })
  expect(answer).toContain('"note":18446744073709551615')
})

test('a family without an index yet is empty, not an error', async () => {
  const answer = await engine.search({
    families: ['malware', 'code_analysis'],
    body: {},
    requestId: 'int-test',
    signal: new AbortController().signal,
  })
  expect(JSON.parse(answer.toString())).toMatchObject({ hits: { total: { value: 0 }, hits: [] } })
})

test.each([
  [{ query: { nonsense: {} } }, 'query-invalid', 'unknown query [nonsense]'],
  [{ query: { term: { src_ip: 'nowhere' } } }, 'query-invalid', "'nowhere' is not an IP"],
  [{ query: { range: { '@timestamp': { gte: 'soon' } } } }, 'query-invalid', 'failed to parse date field [soon]'],
  [
    {
      size: 0,
      aggs: { all: { composite: { size: 65_536, sources: [{ t: { terms: { field: 'event_type' } } }] } } },
    },
    'query-too-expensive',
    '65,535',
  ],
])('%j is refused as %s, in the words that concern the caller', async (body, code, words) => {
  const refusal: unknown = await ask(body).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code, message: expect.stringContaining(words) })
})

test('a caller who has left already asks nothing', async () => {
  await expect(ask({}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})
