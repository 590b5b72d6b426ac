import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectEngine } from '../connect/connect-engine.ts'
import { createSampleReader, type SampleWish } from './sample-reader.ts'

interface Asked {
  size: number
  _source: { excludes: string[] }
  query: { terms: { _seq_no: number[] } }
}

/** Reads a sample from an engine that has a document for each number, behind real HTTP. */
async function sampled(wish: SampleWish, { text = 'x', status = 200, successful = wish.shards } = {}) {
  const requests: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked
      requests.push(asked)
      const hits = asked.query.terms._seq_no.flatMap((number) =>
        Array.from({ length: wish.shards }, (_, shard) => ({ _source: { number, shard, text } })),
      )
      const answer = { timed_out: false, _shards: { total: wish.shards, successful }, hits: { hits } }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
    const found = await createSampleReader(client)('an-index', wish)
    return { found: found as { number: number; shard: number }[] | 'gone', requests }
  } finally {
    await client.close()
    await new Promise((resolve) => server.close(resolve))
  }
}

test('draws numbers evenly from all documents of a shard', async () => {
  const { found } = await sampled({ documents: 10_000, shards: 1, wanted: 100 })
  const numbers = found === 'gone' ? [] : found.map(({ number }) => number)
  const hundreds = new Set(numbers.map((each) => Math.floor(each / 100)))
  expect(numbers.length).toBe(100)
  expect(hundreds.size).toBe(100)
  expect(numbers).not.toEqual(numbers.toSorted((one, other) => one - other))
})

test('draws the same share of each shard', async () => {
  const { found } = await sampled({ documents: 10_000, shards: 4, wanted: 100 })
  const shards = found === 'gone' ? [] : found.map(({ shard }) => shard)
  expect([0, 1, 2, 3].map((shard) => shards.filter((each) => each === shard).length)).toEqual([25, 25, 25, 25])
})

test('requests few documents at once if they are large', async () => {
  const small = await sampled({ documents: 10_000, shards: 1, wanted: 100 })
  expect(small.requests.map(({ size }) => size)).toEqual([8, 92])
  const large = await sampled({ documents: 10_000, shards: 1, wanted: 20 }, { text: 'x'.repeat(1_000_000) })
  expect(large.requests.map(({ size }) => size)).toEqual([8, 4, 4, 4])
})

test('excludes fields that no search can use', async () => {
  const { requests } = await sampled({ documents: 100, shards: 1, wanted: 4 })
  const [first] = requests
  expect(first?._source.excludes).toContain('payload')
  expect(first?._source.excludes).not.toContain('src_ip')
})

test('reads all documents of a small index', async () => {
  const { found } = await sampled({ documents: 5, shards: 1, wanted: 100 })
  expect(found).toHaveLength(5)
})

test('reports a deleted index, and fails if a shard did not answer', async () => {
  const wish = { documents: 10, shards: 2, wanted: 4 }
  expect((await sampled(wish, { status: 404 })).found).toBe('gone')
  await expect(sampled(wish, { successful: 1 })).rejects.toThrow('sample')
})
