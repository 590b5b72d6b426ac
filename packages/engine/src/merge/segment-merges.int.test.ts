import { families, storedFamilies } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { createEventIndex } from '../event-index.ts'
import { createGenerationIndex, type GenerationIndex } from '../generation-index.ts'
import { documentOf } from '../mapping/fixtures/sample-documents.ts'

const first = { number: 1, day: '2026-11-14' }
const second = { number: 2, day: '2026-11-15' }
const ROUNDS = 5
const PER_ROUND = 40

test('limits the merges of every family, and refreshes do not wait for them', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  for (const family of storedFamilies) {
    expect(await settingsOf(engine, index.indexName(family, first))).toMatchObject({
      'index.merge.scheduler.max_thread_count': '1',
      'index.merge.scheduler.auto_throttle': 'true',
      'index.merge.scheduler.max_force_merge_mb_per_sec': '20',
      'index.merge_on_flush.enabled': 'false',
    })
  }
})

test('sets different refresh intervals for events and alerts of a generation', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await index.create(second)
  const intervals = (generation: typeof first) =>
    Promise.all(
      storedFamilies.map(async (family) => {
        const settings = await settingsOf(engine, index.indexName(family, generation))
        return [family, settings['index.refresh_interval']]
      }),
    ).then(Object.fromEntries)
  await index.setRefresh(first, { eventSeconds: 5, alertSeconds: 1 })
  expect(await intervals(first)).toEqual({ ...Object.fromEntries(families.map((each) => [each, '5s'])), alerts: '1s' })
  expect(await intervals(second)).toEqual(Object.fromEntries(storedFamilies.map((each) => [each, '1s'])))
  // Settings from another leader or an operator are reset.
  await engine.client.indices.putSettings({
    index: index.indexName('alerts', first),
    body: { index: { refresh_interval: '30s' } },
  })
  await index.setRefresh(first, { eventSeconds: 1, alertSeconds: 1 })
  expect(await intervals(first)).toEqual(Object.fromEntries(storedFamilies.map((each) => [each, '1s'])))
})

test('merges a sealed index to one segment without changing its results', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await index.create(second)
  for (let round = 0; round < ROUNDS; round++) await writeRound(engine, index, round)
  await index.seal(first)
  const name = index.indexName('network_events', first)
  const before = await index.segments([first])
  expect(before.map((each) => each.name).toSorted()).toEqual(
    families.map((family) => index.indexName(family, first)).toSorted(),
  )
  const unmerged = before.find((each) => each.name === name)
  expect(unmerged?.segments).toBeGreaterThan(1)
  expect(unmerged?.nodeBytes).toBe(unmerged?.bytes)
  const contents = await contentsOf(engine, name)
  expect(contents).toHaveLength(ROUNDS * PER_ROUND)

  await index.merge(name)
  await expect.poll(() => index.isMerging(), { timeout: 30_000 }).toBe(false)
  await index.refresh(name)

  const after = (await index.segments([first, second])).find((each) => each.name === name)
  expect(after).toMatchObject({ uuid: unmerged?.uuid, generation: first, segments: 1 })
  expect(await contentsOf(engine, name)).toEqual(contents)
  expect(await settingsOf(engine, name)).toMatchObject({ 'index.blocks.write': 'true' })
  // Again, as after a crash of the leader: nothing changes.
  await index.merge(name)
  await expect.poll(() => index.isMerging(), { timeout: 30_000 }).toBe(false)
  expect(await contentsOf(engine, name)).toEqual(contents)
})

test('omits generations that are not requested or do not exist', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  expect(await index.segments([first])).toEqual([])
  await index.create(first)
  expect(await index.segments([second])).toEqual([])
  expect((await index.segments([first])).map(({ segments }) => segments)).toEqual([0, 0, 0])
})

test('reports the CPU usage of the nodes', async () => {
  await using engine = testEngine()
  const share = await createGenerationIndex(engine.client, engine.config).processorShare()
  expect(share).toBeGreaterThanOrEqual(0)
  expect(share).toBeLessThanOrEqual(1)
})

async function settingsOf({ client }: TestEngine, index: string): Promise<Record<string, unknown>> {
  const { body } = await client.indices.getSettings({ index, flat_settings: true })
  return body[index]?.settings ?? {}
}

/** One segment: documents become searchable before the next round. */
async function writeRound({ client }: TestEngine, index: GenerationIndex, round: number): Promise<void> {
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const placed = Array.from({ length: PER_ROUND }, (_, turn) => {
    const event = { timestamp: '2026-11-14T09:11:01.204118+0000', event_type: 'flow' }
    const { id, family, json } = documentOf(event, round * PER_ROUND + turn)
    return { id, json, index: index.indexName(family, first) }
  })
  await events.write(placed, AbortSignal.timeout(30_000))
  await client.indices.refresh({ index: index.indexName('network_events', first) })
}

/** All documents with their source, by sequence. */
async function contentsOf({ client }: TestEngine, index: string): Promise<unknown[]> {
  const { body } = await client.search({
    index,
    body: { size: 1_000, query: { term: { event_type: 'flow' } }, sort: ['ingest.sequence'] },
  })
  return body.hits.hits.map(({ _id, _source }) => [_id, _source])
}
