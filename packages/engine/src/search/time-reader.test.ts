import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectEngine } from '../connect/connect-engine.ts'
import { createTimeReader } from './time-reader.ts'

const SHARDS = { total: 1, successful: 1 }
const DAY_MS = 86_400_000
const START = Date.parse('2026-11-10')

interface FakeEngine {
  documents?: number
  times?: readonly [number | null, number | null]
  shards?: typeof SHARDS
  /** Answers a count; by default a quarter of the documents. */
  count?: () => object
  status?: number
}

/** The reader with an engine that answers as specified, behind real HTTP. */
async function withReader<T>(
  { documents = 40_000, times = [START, START + DAY_MS], shards = SHARDS, count, status = 200 }: FakeEngine,
  work: (reader: ReturnType<typeof createTimeReader>, requests: { path: string; body: string }[]) => Promise<T>,
): Promise<T> {
  const requests: { path: string; body: string }[] = []
  const total = (value: number) => ({ timed_out: false, _shards: shards, hits: { total: { value } } })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [path, body] = [request.url ?? '', Buffer.concat(chunks).toString()]
      requests.push({ path, body })
      const aggregations = { least: { value: times[0] }, greatest: { value: times[1] } }
      const bodies = body.trimEnd().split('\n').length / 2
      const each = count ?? (() => total(documents / 4))
      const answer = path.includes('/_msearch')
        ? { responses: Array.from({ length: bodies }, each) }
        : { ...total(documents), aggregations }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const client = connectEngine({
    nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    prefix: '',
    shards: 1,
    replicas: 0,
    refreshSeconds: 1,
    codec: 'default',
    requestTimeoutMs: 5_000,
  })
  try {
    return await work(createTimeReader(client), requests)
  } finally {
    await client.close()
    server.close()
  }
}

test('requests the least and greatest time, then counts ranges one after the other', async () => {
  const { spans, requests } = await withReader({}, async (reader, all) => ({
    spans: await reader.profileOf('malware-1'),
    requests: all,
  }))
  expect(spans).toHaveLength(4)
  expect(requests.map(({ path }) => path.split('?')[0])).toEqual(['/malware-1/_search', '/malware-1/_msearch'])
  expect(requests[1]?.path).toContain('max_concurrent_searches=1')
  const lines = (requests[1]?.body ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toHaveLength(6)
  expect(lines[0]).toEqual({ allow_partial_search_results: false, request_cache: false })
  expect(lines[1]).toEqual({
    size: 0,
    track_total_hits: true,
    query: { range: { '@timestamp': { gte: START, lte: START + DAY_MS / 4 - 1, format: 'epoch_millis' } } },
  })
})

test('returns no times for an empty index', async () => {
  await withReader({ documents: 0, times: [null, null] }, async (reader) => {
    expect(await reader.timesOf('malware-1')).toBeUndefined()
    expect(await reader.profileOf('malware-1')).toEqual([])
  })
})

test('returns gone for a missing index, or one that is removed between two requests', async () => {
  await withReader({ status: 404 }, async (reader) => {
    expect(await reader.timesOf('malware-1')).toBe('gone')
    expect(await reader.profileOf('malware-1')).toBe('gone')
  })
  await withReader({ count: () => ({ status: 404, error: { type: 'index_not_found_exception' } }) }, async (reader) => {
    expect(await reader.profileOf('malware-1')).toBe('gone')
  })
})

test('fails on a partial result', async () => {
  await withReader({ shards: { total: 2, successful: 1 } }, async (reader) => {
    await expect(reader.timesOf('malware-1')).rejects.toThrow('every event')
  })
  await withReader({ count: () => ({ status: 503, error: { type: 'x' } }) }, async (reader) => {
    await expect(reader.profileOf('malware-1')).rejects.toThrow('could not count')
  })
})
