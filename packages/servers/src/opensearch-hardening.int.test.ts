import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const index = `hardening-${randomBytes(6).toString('hex')}`

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const json = { headers: { 'content-type': 'application/json' }, body: text }
  return fetch(`${inject('engineNodes')[0]}${path}`, { method, ...(body !== undefined && json) })
}

async function search(body: unknown): Promise<number> {
  const response = await ask('POST', `/${index}/_search`, body)
  await response.arrayBuffer()
  return response.status
}

beforeAll(async () => {
  await ask('PUT', `/${index}`, { mappings: { properties: { n: { type: 'integer' }, at: { type: 'date' } } } })
  for (let n = 1; n <= 10; n++) await ask('PUT', `/${index}/_doc/${n}?refresh=true`, { n, at: '2026-11-14T09:00:00Z' })
})
afterAll(async () => void (await ask('DELETE', `/${index}`)))

test('answers an ordinary search', async () => {
  expect(await search({ query: { term: { n: 1 } } })).toBe(200)
})

test('rejects scripts', async () => {
  expect(await search({ query: { script: { script: "doc['n'].value > 0" } } })).toBeGreaterThanOrEqual(400)
  expect(await search({ sort: { _script: { type: 'number', script: '1' } } })).toBeGreaterThanOrEqual(400)
})

test('rejects scroll and point in time', async () => {
  expect((await ask('POST', `/${index}/_search?scroll=1m`, { size: 1 })).status).toBeGreaterThanOrEqual(400)
  expect((await ask('POST', `/${index}/_search/point_in_time?keep_alive=1m`)).status).toBeGreaterThanOrEqual(400)
})

test('rejects grouping by id', async () => {
  expect(await search({ aggs: { ids: { terms: { field: '_id' } } } })).toBeGreaterThanOrEqual(400)
})

test('rejects a search nested 490 levels deep, and the node survives', async () => {
  const deep = '{"bool":{"must":'.repeat(490) + '{"match_all":{}}' + '}}'.repeat(490)
  expect(await search(`{"query":${deep}}`)).toBe(400)
  expect(await search({ query: { match_all: {} } })).toBe(200)
})

test('rejects a body beyond 20 MB', async () => {
  const body = `{"query":{"term":{"n":{"value":1,"_name":"${'x'.repeat(21 * 1024 ** 2)}"}}}}`
  const status = await search(body).catch(() => 413) // the node may also close the connection while we still send
  expect(status).toBe(413)
})

test('does not create indexes automatically', async () => {
  expect((await ask('PUT', '/mistyped/_doc/1', { n: 1 })).status).toBe(404)
})

test('a composite of dates pages beyond the end of an index', async () => {
  const sources = [{ hour: { date_histogram: { field: 'at', fixed_interval: '1h' } } }]
  const page = (after: number) => search({ size: 0, aggs: { a: { composite: { sources, after: { hour: after } } } } })
  expect(await page(Date.parse('2026-11-14T08:00:00Z'))).toBe(200)
  expect(await page(Date.parse('2026-11-15T08:00:00Z'))).toBe(200)
})
