import { testEngine } from '@watchpost/testkit/test-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSampleReader } from './sample-reader.ts'

const real = testEngine()
const index = `${real.config.prefix}sampled`
const documents = 400
const shards = 2

beforeAll(async () => {
  await real.client.indices.create({
    index,
    body: { settings: { number_of_shards: shards, number_of_replicas: 0 }, mappings: { dynamic: false } },
  })
  const lines = Array.from({ length: documents }, (_, number) => ['{"index":{}}', JSON.stringify({ number })]).flat()
  await real.client.transport.request({
    method: 'POST',
    path: `/${index}/_bulk`,
    querystring: { refresh: true },
    bulkBody: `${lines.join('\n')}\n`,
  })
}, 60_000)
afterAll(() => real[Symbol.asyncDispose]())

test('reads about the requested number of documents, each once and spread over the index', async () => {
  const sample = await createSampleReader(real.client)(index, { documents, shards, wanted: 100 })
  const numbers = sample === 'gone' ? [] : sample.map((each) => (each as { number: number }).number)
  expect(numbers.length).toBeGreaterThan(80)
  expect(numbers.length).toBeLessThanOrEqual(100)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const quarter of [0, 1, 2, 3]) {
    expect(numbers.filter((each) => Math.floor(each / 100) === quarter).length).toBeGreaterThan(5)
  }
})

test('reports a deleted index', async () => {
  const missing = `${real.config.prefix}missing`
  expect(await createSampleReader(real.client)(missing, { documents: 10, shards: 1, wanted: 5 })).toBe('gone')
})
