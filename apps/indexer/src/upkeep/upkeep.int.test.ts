import { createEventIndex, createGenerationIndex } from '@watchpost/engine'
import { createLogger, createMetrics } from '@watchpost/runtime'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { composeUpkeep } from './compose-upkeep.ts'
import { aGeneration } from '../../test/a-generation.ts'

const sealed = aGeneration(1, { isSealed: true })
const open = aGeneration(2)
const config = {
  refreshSeconds: 1,
  busyPercent: 60,
  busyRefreshSeconds: 5,
  behindRefreshSeconds: 10,
  mergePercent: 30,
  mergeQuietSeconds: 300,
  mergeDiskPercent: 85,
}

test('refreshes events less often than alerts under load, then merges sealed event indexes', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  for (const generation of [sealed, open]) await index.create(generation)
  const events = index.indexName('network_events', sealed)
  const alerts = index.indexName('alerts', sealed)
  for (let round = 0; round < 4; round++) for (const each of [events, alerts]) await write(engine, each, round)
  await index.seal(sealed)

  const state = { now: 0, processorShare: 0.9 }
  const upkeep = composeUpkeep(
    {
      engine: { ...index, processorShare: async () => state.processorShare, disks: async () => [anEmptyDisk] },
      progress: async () => new Map([[0, { committed: 0, end: 0 }]]),
      generations: async () => [sealed, open],
      retention: async () => ({ diskLimit: 0.8 }),
      isLeading: () => true,
      logger: createLogger('test', 'silent'),
      metrics: createMetrics('indexer'),
    },
    config,
    () => state.now,
  )
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 5) {
      state.now += 5_000
      await upkeep.tick()
    }
  }
  const intervals = () =>
    Promise.all(
      [index.indexName('network_events', open), index.indexName('alerts', open)].map(async (name) => {
        const { body } = await engine.client.indices.getSettings({ index: name, flat_settings: true })
        return body[name]?.settings?.['index.refresh_interval']
      }),
    )

  upkeep.startLeading()
  await pass(30)
  expect(await intervals()).toEqual(['5s', '1s'])
  state.processorShare = 0.1
  await pass(60)
  expect(await intervals()).toEqual(['1s', '1s'])
  expect(await segmentsOf(engine, events)).toBeGreaterThan(1)
  await pass(330)
  await expect.poll(() => index.isMerging(), { timeout: 30_000 }).toBe(false)
  await pass(30)
  expect(await segmentsOf(engine, events)).toBe(1)
  expect(await segmentsOf(engine, alerts)).toBeGreaterThan(1)
  expect((await engine.client.count({ index: events })).body.count).toBe(4 * PER_ROUND)
})

const PER_ROUND = 10
const anEmptyDisk = { takenBytes: 0, availableBytes: 1024 ** 4 }

/** Adds one segment. */
async function write({ client }: TestEngine, index: string, round: number): Promise<void> {
  const writer = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const documents = Array.from({ length: PER_ROUND }, (_, turn) => ({
    id: `${round}-${turn}`,
    json: JSON.stringify({ event_type: 'flow', ingest: { sequence: round * PER_ROUND + turn } }),
    index,
  }))
  await writer.write(documents, AbortSignal.timeout(30_000))
  await client.indices.refresh({ index })
}

async function segmentsOf({ client }: TestEngine, index: string): Promise<number> {
  const { body } = await client.indices.stats({ index, metric: 'segments' })
  return body.indices?.[index]?.primaries?.segments?.count ?? 0
}
