import { buildIndexBody, createSearchTransport, indexName } from '@watchpost/engine'
import { testEngine } from '@watchpost/testkit/test-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './answer/answer.ts'
import { createEngineSearch, type Question } from './engine-search.ts'

const real = testEngine()
const transport = createSearchTransport(real.config, { silenceMs: 10_000, answerMs: 16_000 })
const engine = createEngineSearch(transport, { shardsAtOnce: { cheap: 5, costly: 1 }, isCrowded: () => true })
const { prefix } = real.config

async function ask(body: object, more: Partial<Question> = {}, mode: 'whole' | 'stream' = 'whole'): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const question: Question = {
    target: `${prefix}network_events`,
    body: JSON.stringify(body),
    hasOwnTimeout: false,
    hasHits: true,
    queue: 'cheap',
    requestId: 'int-test',
    ...more,
  }
  engine.search(question, { onHead: () => mode, resolve, reject, onCut: () => {} })
  const answer = await promise
  if (answer.kind === 'whole') return answer.bytes.toString()
  return Buffer.concat(await answer.stream.toArray()).toString()
}

beforeAll(async () => {
  const { client, config } = real
  const index = indexName(prefix, 'network_events', { number: 1, day: '2026-11-14' })
  const aliases = { [`${prefix}network_events`]: {} }
  await client.indices.create({ index, body: { ...buildIndexBody('network_events', config), aliases } })
  // Raw text: the number is too large for JavaScript.
  const document = `{"@timestamp":"2026-11-14T09:12:33Z","event_type":"alert","note":18446744073709551615}`
  const write = (lines: string[]) =>
    client.transport.request({
      method: 'POST',
      path: `/${index}/_bulk`,
      querystring: { refresh: true },
      bulkBody: `${lines.join('\n')}\n`,
    })
  await write(['{"index":{"_id":"1"}}', document])
  const large = JSON.stringify({
    '@timestamp': '2026-11-14T09:12:33Z',
    event_type: 'large',
    text: 'x"{[\\é'.repeat(100),
  })
  await write(Array.from({ length: 5_000 }, () => `{"index":{}}\n${large}`))
})
afterAll(async () => {
  await transport.close()
  await real[Symbol.asyncDispose]()
})

test.each(['cheap', 'costly'] as const)(
  'the engine accepts every fixed parameter, %s, and its answer is passed on unchanged',
  async (queue) => {
    const answer = await ask({ query: { match: { event_type: 'alert' } } }, { queue })
    expect(JSON.parse(answer)).toMatchObject({
      timed_out: false,
      hits: { total: { value: 1 }, hits: [{ _id: '1', _type: '_doc' }] },
    })
    expect(answer).toContain('"note":18446744073709551615')
  },
)

test('streams a large answer and adds the type to each hit', async () => {
  const body = { size: 5_000, query: { match: { event_type: 'large' } }, sort: ['_doc'] }
  const [streamed, whole] = [await ask(body, {}, 'stream'), await ask(body)]
  expect(streamed.length).toBeGreaterThan(3_000_000)
  const { hits } = JSON.parse(streamed) as { hits: { hits: { _type: string }[] } }
  expect(hits.hits.filter(({ _type }) => _type === '_doc')).toHaveLength(5_000)
  expect(hits).toEqual((JSON.parse(whole) as { hits: unknown }).hits)
})

test('returns an empty result for a family without an index', async () => {
  const answer = await ask({}, { target: `${prefix}malware,${prefix}code_analysis` })
  expect(JSON.parse(answer)).toMatchObject({ hits: { total: { value: 0 }, hits: [] } })
})

const days = (format: string, after: unknown) => ({
  size: 0,
  aggs: {
    all: {
      composite: {
        sources: [{ d: { date_histogram: { field: '@timestamp', calendar_interval: 'day', format } } }],
        after: { d: after },
      },
    },
  },
})
const ranges = (range: object) => ({
  size: 0,
  aggs: { all: { date_range: { field: '@timestamp', format: 'epoch_second', ranges: [range] } } },
})

test.each([
  [{ query: { nonsense: {} } }, 'query-invalid', 'A value does not fit'],
  [{ query: { term: { src_ip: 'nowhere' } } }, 'query-invalid', 'An address cannot be read'],
  [{ query: { term: { flow_id: 1e300 } } }, 'query-invalid', 'A number does not fit'],
  [{ query: { range: { '@timestamp': { gte: 'soon' } } } }, 'query-invalid', 'A time cannot be read'],
  [
    { query: { range: { '@timestamp': { gte: -1e18, format: 'epoch_second' } } } },
    'query-invalid',
    'A time cannot be read',
  ],
  [ranges({ from: -1e18 }), 'query-invalid', 'A time cannot be read'],
  [ranges({ from: 2 ** 64 }), 'query-invalid', 'A time cannot be read'],
  [days('yyyy-MM-dd', '2026-99-99'), 'query-invalid', 'A time cannot be read'],
  [days('epoch_second', 1e18), 'query-invalid', 'A time cannot be read'],
  [
    {
      size: 0,
      aggs: { all: { composite: { size: 65_536, sources: [{ t: { terms: { field: 'event_type' } } }] } } },
    },
    'query-too-expensive',
    '65,535',
  ],
])('rejects %j as %s, in our own words', async (body, code, words) => {
  const refusal: unknown = await ask(body).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code, message: expect.stringContaining(words) })
  expect(refusal).not.toMatchObject({ message: expect.stringMatching(/_exception|failed to|\[\d+:\d+\]/) })
})
