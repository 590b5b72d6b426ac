import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'

/** OpenSearch 3.8 fails only in segments with more documents than it looks at together, which are 4,096. */
const DOCUMENTS = 6_000
const ADDRESSES = 20
const DAY_MS = 86_400_000

test('the engine returns only what a time range, an IP address and an exclusion leave', async () => {
  await using engine = testEngine()
  const { client, config } = engine
  const index = `${config.prefix}exclusion`
  const fields = { '@timestamp': 'date', src_ip: 'ip', severity: 'integer' } as const
  await client.indices.create({
    index,
    body: {
      settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
      mappings: { properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])) },
    },
  })
  const start = Date.parse('2026-11-17T00:00:00.000Z')
  const documents = Array.from({ length: DOCUMENTS }, (_, turn) => ({
    // Spread over two days, in no order.
    '@timestamp': start + ((turn * 7_919) % DOCUMENTS) * ((2 * DAY_MS) / DOCUMENTS),
    src_ip: `192.0.2.${(turn * 31) % ADDRESSES}`,
    severity: 1 + ((turn * 17) % 3),
  }))
  const body = documents.flatMap((each) => [{ create: {} }, each])
  await client.bulk({ index, body, refresh: true })

  const second = start + DAY_MS
  const wrong: string[] = []
  for (let address = 0; address < ADDRESSES; address++) {
    const ip = `192.0.2.${address}`
    const severity = 1 + (address % 3)
    const filter = [{ range: { '@timestamp': { gte: second } } }, { term: { src_ip: ip } }]
    const { body: answer } = await client.search({
      index,
      body: { size: 0, track_total_hits: true, query: { bool: { filter, must_not: [{ term: { severity } }] } } },
    })
    const { total } = answer.hits
    const found = typeof total === 'object' ? total.value : total
    const expected = documents.filter(
      (each) => each['@timestamp'] >= second && each.src_ip === ip && each.severity !== severity,
    ).length
    if (found !== expected) wrong.push(`${ip}: ${found}, not ${expected}`)
  }
  await client.indices.delete({ index })
  expect(wrong).toEqual([])
})
