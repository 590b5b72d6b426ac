import type { IndexSegments } from '@watchpost/engine'
import { createLogger, createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aGeneration } from '../../test/a-generation.ts'
import { mergeRoom } from './merge-room.ts'
import { createSegmentMerger } from './segment-merger.ts'
import { createUpkeepTelemetry } from './upkeep-telemetry.ts'

const limits = { mergePercent: 30, mergeQuietSeconds: 300, mergeDiskPercent: 85 }

/** An engine with sealed indexes, each of 100 bytes and with ten segments at first, on a disk of 1,000 bytes. */
function aWorld(numbers: number[], change: Partial<typeof limits> = {}) {
  const state = {
    now: 0,
    share: 0.1 as number | undefined,
    taken: 300,
    running: undefined as string | undefined,
    isFailing: false,
    indexes: numbers.map(anIndex),
  }
  const begun: string[] = []
  const metrics = createMetrics('indexer')
  const telemetry = createUpkeepTelemetry({ metrics, logger: createLogger('test', 'silent'), isLeading: () => true })
  const aMerger = () =>
    createSegmentMerger(
      {
        engine: {
          segments: async (sealed) =>
            state.indexes.filter(({ generation }) => sealed.some(({ number }) => number === generation.number)),
          isMerging: async () => state.running !== undefined,
          async merge(name) {
            begun.push(name)
            state.running = name
          },
          refresh: async () => undefined,
          disks: async () => [{ takenBytes: state.taken, availableBytes: 1_000 - state.taken }],
        },
        sealedGenerations: async () => numbers.map((number) => aGeneration(number, { isSealed: true })),
        diskLimit: async () => 0.8,
        telemetry,
      },
      { ...limits, ...change },
      () => state.now,
    )
  let merger = aMerger()
  return {
    state,
    begun,
    /** Looks every three seconds for this long. */
    async pass(seconds: number, next: Partial<typeof state> = {}): Promise<void> {
      Object.assign(state, next)
      for (let at = 0; at < seconds; at += 3) {
        state.now += 3_000
        await merger.look(state.share)
      }
    },
    /** Completes the running merge. */
    complete(): void {
      state.indexes = state.indexes.map((index) =>
        index.name === state.running && !state.isFailing ? { ...index, segments: 1, bytes: 80, nodeBytes: 80 } : index,
      )
      state.running = undefined
    },
    restart(): void {
      merger = aMerger()
    },
    startLeading: () => merger.startLeading(),
    async figures(): Promise<Record<string, number>> {
      const lines = (await metrics.text()).split('\n').filter((line) => /^watchpost_indexer_\w*merge/.test(line))
      return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
    },
  }
}

function anIndex(number: number): IndexSegments {
  const generation = { number, day: '2026-11-15' }
  return { name: `events-${number}`, uuid: `u${number}`, generation, segments: 10, bytes: 100, nodeBytes: 100 }
}

test('merges after five quiet minutes, one index after the other', async () => {
  const { pass, begun, complete, figures } = aWorld([2, 1])
  await pass(300)
  expect(begun).toEqual([])
  await pass(33)
  expect(begun).toEqual(['events-2'])
  await pass(600)
  expect(begun).toEqual(['events-2'])
  complete()
  await pass(90)
  expect(begun).toEqual(['events-2', 'events-1'])
  complete()
  await pass(600)
  expect(begun).toEqual(['events-2', 'events-1'])
  expect(await figures()).toMatchObject({
    watchpost_indexer_merges_total: 2,
    watchpost_indexer_merge_bytes_before_total: 200,
    watchpost_indexer_merge_bytes_after_total: 160,
    watchpost_indexer_unmerged_indexes: 0,
  })
})

test('starts no merge while load is high, and counts five minutes from its end', async () => {
  const { pass, begun, figures } = aWorld([1])
  await pass(200)
  await pass(30, { share: 0.3 })
  await pass(290, { share: 0.29 })
  expect(begun).toEqual([])
  expect(await figures()).toMatchObject({ 'watchpost_indexer_merges_skipped_total{reason="load"}': 1 })
  await pass(45)
  expect(begun).toEqual(['events-1'])
})

test('continues a running merge when load rises, and starts no other', async () => {
  const { pass, begun, complete } = aWorld([2, 1])
  await pass(350)
  await pass(30, { share: 0.9 })
  complete()
  await pass(600)
  expect(begun).toEqual(['events-2'])
})

test('does not treat unknown load as low', async () => {
  const { pass, begun } = aWorld([1])
  await pass(600, { share: undefined })
  expect(begun).toEqual([])
})

test('skips an index that does not fit below 85% of the disk limit, and merges a smaller one', async () => {
  const { state, pass, begun, complete, figures } = aWorld([2, 1])
  // 0.8 × 0.85 × 1,000 = 680 bytes may be used at most.
  state.indexes = state.indexes.map((index) => (index.name === 'events-1' ? { ...index, nodeBytes: 50 } : index))
  await pass(350, { taken: 600 })
  expect(begun).toEqual(['events-1'])
  complete()
  await pass(90)
  expect(begun).toEqual(['events-1'])
  expect(await figures()).toMatchObject({ 'watchpost_indexer_merges_skipped_total{reason="disk"}': 1 })
  await pass(30, { taken: 580 })
  expect(begun).toEqual(['events-1', 'events-2'])
})

test('waits for a merge of another leader and does not repeat it', async () => {
  const { state, pass, begun, restart, complete } = aWorld([1])
  await pass(350)
  expect(begun).toEqual(['events-1'])
  restart()
  await pass(600)
  complete()
  await pass(600)
  expect(begun).toEqual(['events-1'])
  expect(state.indexes[0]?.segments).toBe(1)
})

test('waits five minutes again after becoming leader', async () => {
  const { pass, begun, startLeading } = aWorld([1])
  await pass(290)
  startLeading()
  await pass(290)
  expect(begun).toEqual([])
  await pass(45)
  expect(begun).toEqual(['events-1'])
})

test('gives up an index after three merges that left several segments', async () => {
  const { pass, begun, complete, figures } = aWorld([1])
  await pass(330, {})
  for (let turn = 0; turn < 5; turn++) {
    await pass(60, { isFailing: true })
    complete()
    await pass(60)
  }
  expect(begun).toEqual(['events-1', 'events-1', 'events-1'])
  expect(await figures()).toMatchObject({
    watchpost_indexer_merges_total: 0,
    'watchpost_indexer_merges_skipped_total{reason="failed"}': 3,
  })
})

test('counts an index that is removed during its merge as neither merged nor failed', async () => {
  const { state, pass, complete, figures } = aWorld([1])
  await pass(350)
  complete()
  await pass(60, { indexes: [] })
  expect(state.running).toBeUndefined()
  expect(await figures()).toMatchObject({ watchpost_indexer_merges_total: 0 })
})

test('0% turns merging off', async () => {
  const { pass, begun } = aWorld([1], { mergePercent: 0 })
  await pass(900, { share: 0 })
  expect(begun).toEqual([])
})

test('the fullest disk decides how much room a merge has', () => {
  const disks = [
    { takenBytes: 100, availableBytes: 900 },
    { takenBytes: 500, availableBytes: 500 },
  ]
  expect(mergeRoom(disks, 0.68)).toBeCloseTo(180)
  expect(mergeRoom([{ takenBytes: 900, availableBytes: 100 }], 0.68)).toBeLessThan(0)
  expect(mergeRoom([], 0.68)).toBe(0)
})
