import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { columnSearches } from './fixtures/column-searches.ts'
import { type FieldMapping, date, integer, ip, keyword, long } from './field-mapping.ts'
import { indexFew } from './indexed-fields.ts'

/** Values of each type that can be a column only: single, multiple, none, and the limits of the range. */
const values: Record<string, { mapping: FieldMapping; values: unknown[] }> = {
  keyword: {
    mapping: keyword,
    values: ['GET', 'get', 'POST', 'CONNECT', 'connec', '', 'a b', ['GET', 'PUT'], undefined, 'ü', 'x'.repeat(9_000)],
  },
  ip: {
    mapping: ip,
    values: ['192.0.2.7', '192.0.2.8', '10.0.0.1', '2001:db8::7', ['10.0.0.2', '192.0.2.9'], undefined, 'nowhere'],
  },
  date: {
    mapping: date,
    values: ['2026-11-14T09:11:01.204Z', '2026-11-14', '1970-01-01', ['2026-11-15', '2026-11-16'], undefined, 'soon'],
  },
  long: { mapping: long, values: [0, 3, -7, 3, '9223372036854775807', [3, 90], undefined, 'three'] },
  integer: { mapping: integer, values: [0, 3, 70_000, [3, 5], undefined, 2 ** 40] },
  unsigned_long: { mapping: { type: 'unsigned_long' }, values: [0, 3, '18446744073709551615', [3, 5], undefined] },
  double: { mapping: { type: 'double' }, values: [0, 3, 0.25, -1e300, [3, 0.5], undefined] },
  boolean: { mapping: { type: 'boolean' }, values: [true, false, 'true', [true, false], undefined] },
}

test.each(Object.keys(values))(
  'a column of type %s answers every search that the guard accepts like an index does',
  async (type) => {
    await using engine = testEngine()
    const indexes = await twins(engine, type)
    const failed: string[] = []
    for (const [what, body] of columnSearches(type, 'value')) {
      const [indexed, column] = await Promise.all(indexes.map((index) => ask(engine, index, body)))
      // Sorting an indexed field of unsigned numbers fails, while the column alone works.
      if (indexed && 'error' in indexed) continue
      if (JSON.stringify(indexed) !== JSON.stringify(column)) {
        failed.push(`${what}: ${JSON.stringify(indexed)} but ${JSON.stringify(column)}`)
      }
      // A search that matches nothing in either index would prove nothing.
      if (what.startsWith('finds')) expect([what, indexed?.hits.length]).not.toEqual([what, 0])
    }
    expect(failed).toEqual([])
  },
)

/** Two indexes with the same documents: one with an indexed field, one with doc values only. */
async function twins({ client, config }: TestEngine, type: string): Promise<string[]> {
  const { mapping, values: each } = values[type] ?? expect.fail(type)
  const column = indexFew(new Map([['value', mapping]])).get('value')
  expect(column).toEqual({ ...mapping, index: false })
  const indexes = [`${config.prefix}indexed`, `${config.prefix}column`]
  for (const [index, value] of [
    [indexes[0] ?? '', mapping],
    [indexes[1] ?? '', column],
  ] as const) {
    const properties = { value: value as { type: 'keyword' }, turn: { type: 'integer' } } as const
    const settings = { index: { mapping: { ignore_malformed: true } } } as const
    await client.indices.create({ index, body: { settings, mappings: { dynamic: false, properties } } })
    const body = each.flatMap((one, turn) => [{ create: { _id: String(turn) } }, { value: one, turn }])
    const { body: answer } = await client.bulk({ index, body, refresh: true })
    expect(answer.errors).toBe(false)
  }
  return indexes
}

interface Answer {
  hits: { total: unknown; hits: { _id: string; sort: unknown; fields?: unknown }[] }
  aggregations?: unknown
}

/** The hits of a search, or the type of the engine's error. */
async function ask({ client }: TestEngine, index: string, body: object) {
  const whole = { size: 50, sort: ['turn'], track_total_hits: true, ...body }
  const path = `/${index}/_search`
  const answer = await client.transport.request({ method: 'POST', path, body: whole }, { ignore: [400, 500] })
  const { hits, aggregations } = answer.body as Partial<Answer>
  if (!hits)
    return { hits: [], error: (answer.body as { error: { root_cause: { type: string }[] } }).error.root_cause[0]?.type }
  return { total: hits.total, hits: hits.hits.map(({ _id, sort, fields }) => ({ _id, sort, fields })), aggregations }
}
