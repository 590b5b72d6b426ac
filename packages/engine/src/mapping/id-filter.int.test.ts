import { storedFamilies } from '@watchpost/model'
import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { createEventIndex } from '../event-index.ts'
import { createGenerationIndex } from '../generation-index.ts'
import { documentOf } from './fixtures/sample-documents.ts'

const generation = { number: 1, day: '2026-11-14' }
const SEGMENTS = 8
const PER_SEGMENT = 50

test('with an id filter, finds documents in all segments, and rejects a second create', async () => {
  await using engine = testEngine({ refreshSeconds: 300 })
  const { client, config } = engine
  const index = createGenerationIndex(client, config)
  await index.create(generation)
  const name = index.indexName('network_events', generation)
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const all = Array.from({ length: SEGMENTS * PER_SEGMENT }, (_, sequence) => {
    const { id, json } = documentOf({ timestamp: '2026-11-14T09:11:01Z', event_type: 'flow' }, sequence)
    return { id, json, index: name }
  })
  for (let from = 0; from < all.length; from += PER_SEGMENT) {
    const results = await events.write(all.slice(from, from + PER_SEGMENT), AbortSignal.timeout(30_000))
    expect(results.every(({ kind }) => kind === 'created')).toBe(true)
    await client.indices.refresh({ index: name })
  }

  const again = await events.write(all, AbortSignal.timeout(30_000))
  expect(again.filter(({ kind }) => kind !== 'exists')).toEqual([])
  const present = await index.present(
    generation,
    [...all, { id: 'nowhere' }].map(({ id }) => ({ id, family: 'network_events' as const })),
  )
  expect(present).toEqual(new Set(all.map(({ id }) => id)))
  const { body } = await client.search({
    index: name,
    body: { size: 1_000, query: { ids: { values: [...all.map(({ id }) => id), 'nowhere'] } } },
  })
  expect(body.hits.hits).toHaveLength(all.length)
})

test('enables the id filter in every family', async () => {
  await using engine = testEngine()
  const { client, config } = engine
  const index = createGenerationIndex(client, config)
  await index.create(generation)
  for (const family of storedFamilies) {
    const name = index.indexName(family, generation)
    const { body } = await client.indices.getSettings({ index: name, flat_settings: true })
    expect(body[name]?.settings).toMatchObject({
      'index.optimize_doc_id_lookup.fuzzy_set.enabled': 'true',
      'index.optimize_doc_id_lookup.fuzzy_set.false_positive_probability': '0.01',
    })
  }
})
