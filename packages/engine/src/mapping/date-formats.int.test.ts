import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { date, eveDate, localDate } from './field-mapping.ts'

/** The reference: the formats must not change how times are parsed, compared, rounded and printed. */
const PLAIN = { type: 'date', format: 'strict_date_optional_time||epoch_millis' }

const times = [
  '2026-11-14T09:11:01.204Z',
  '2026-11-14T09:11:01.204118+0000',
  '2026-11-14T10:11:01.204118+0100',
  '2026-11-14T10:11:01.204+01:00',
  '2026-11-14T09:11:01',
  '2026-11-14T09:11:01Z',
  '2026-11-14T09:11:01.2Z',
  '2026-11-14T23:59:59.999Z',
  '2026-11-15',
  '1763111461204',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
]

const searches: [string, object][] = [
  ['a whole day', { query: { range: { at: { gte: '2026-11-14', lte: '2026-11-14' } } } }],
  [
    'a second, without a zone',
    { query: { range: { at: { gte: '2026-11-14T09:11:01', lte: '2026-11-14T09:11:01' } } } },
  ],
  ['a millisecond', { query: { range: { at: { gt: '2026-11-14T09:11:01.203Z', lt: '2026-11-14T09:11:01.205Z' } } } }],
  ['milliseconds since 1970', { query: { range: { at: { gte: 1_763_111_461_204, lte: 1_763_111_461_204 } } } }],
  ['a format of its own', { query: { range: { at: { gte: '14/11/2026', format: 'dd/MM/uuuu' } } } }],
  ['a time zone', { query: { range: { at: { gte: '2026-11-14T10:11', time_zone: '+01:00' } } } }],
  ['now', { query: { range: { at: { lt: 'now/d' } } } }],
  ['one time', { query: { term: { at: '2026-11-14T09:11:01.204Z' } } }],
  ['days', { aggs: { a: { date_histogram: { field: 'at', calendar_interval: 'day', min_doc_count: 1 } } } }],
  [
    'days of another zone',
    {
      aggs: {
        a: { date_histogram: { field: 'at', calendar_interval: 'day', time_zone: '+01:00', min_doc_count: 1 } },
      },
    },
  ],
  [
    'days of a zone with half hours',
    {
      aggs: {
        a: { date_histogram: { field: 'at', calendar_interval: 'day', time_zone: '+05:30', min_doc_count: 1 } },
      },
    },
  ],
  ['terms', { aggs: { a: { terms: { field: 'at', size: 50 } } } }],
  ['extremes', { aggs: { a: { min: { field: 'at' } }, b: { max: { field: 'at' } } } }],
  ['ranges', { aggs: { a: { date_range: { field: 'at', ranges: [{ from: '2026-11-14', to: '2026-11-15' }] } } } }],
  [
    'sources of a composite',
    {
      aggs: {
        a: {
          composite: { sources: [{ day: { date_histogram: { field: 'at', calendar_interval: 'day' } } }], size: 50 },
        },
      },
    },
  ],
  ['values', { fields: ['at'], docvalue_fields: ['at'] }],
]

test.each([
  ['ours', date],
  ["Suricata's", eveDate],
  ['without a zone', localDate],
])('a faster format parses and prints times like the plain one: %s', async (_name, mapping) => {
  await using engine = testEngine()
  const { client, config } = engine
  const indexes = { plain: `${config.prefix}plain`, faster: `${config.prefix}faster` }
  for (const [index, at] of [
    [indexes.plain, PLAIN],
    [indexes.faster, mapping],
  ] as const) {
    await client.indices.create({
      index,
      body: { mappings: { properties: { at: at as { type: 'date' }, turn: { type: 'integer' } } } },
    })
    const operations = times.flatMap((each, turn) => [{ create: { _id: String(turn) } }, { at: each, turn }])
    const { body } = await client.bulk({ index, body: operations, refresh: true })
    expect(body.errors).toBe(false)
  }
  for (const [what, body] of searches) {
    const answers = await Promise.all(
      Object.values(indexes).map(async (index) => {
        const whole = { size: 50, sort: ['at', 'turn'], track_total_hits: true, ...body }
        const answer = await client.transport.request({ method: 'POST', path: `/${index}/_search`, body: whole })
        const { hits, aggregations } = answer.body as { hits: { hits: { _index: string }[] }; aggregations?: unknown }
        return { aggregations, hits: hits.hits.map((hit) => ({ ...hit, _index: '' })) }
      }),
    )
    expect(answers[1], what).toEqual(answers[0])
  }
})
