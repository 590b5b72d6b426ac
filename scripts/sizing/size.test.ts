import { expect, test } from 'vitest'
import { limitsTable } from './limits-table.ts'
import { steps } from './loads.ts'
import { measured } from './measured.ts'
import { mostEvents } from './one-machine-table.ts'
import { type Load, size, sum } from './size.ts'
import { sizingTable } from './sizing-table.ts'

const load: Load = { events: 1_000, probes: 50, days: 30, isReplicated: true, exported: 0 }
const oneMachine: Load = { ...load, isReplicated: false }

test('explains the cores of the measured half load, but for senders and searches, within a quarter', () => {
  const { busy } = size({ ...oneMachine, events: measured.halfLoadEventsPerSecond, probes: 4 })
  const cores = sum(Object.values(busy))
  expect(cores).toBeGreaterThan(measured.halfLoadCores * 0.75)
  expect(cores).toBeLessThan(measured.halfLoadCores)
})

test('an event costs more at a low rate, because refreshing does not depend on the rate', () => {
  const perEvent = (events: number) => sum(Object.values(size({ ...oneMachine, events }).busy)) / events
  expect(perEvent(100)).toBeGreaterThan(perEvent(1_000) * 2)
})

test('partitions leave room for four times the load', () => {
  const { indexers, partitions } = size({ ...load, events: 50_000 })
  expect(indexers).toBeGreaterThan(1)
  expect(partitions).toBe(indexers * 12)
})

test('best_compression takes 38% less disk', () => {
  const [plain, compressed] = [size(load), size({ ...load, isCompressed: true })]
  expect(compressed.storedGibibytes / plain.storedGibibytes).toBeCloseTo(0.62)
  expect(compressed.dollars.disk / plain.dollars.disk).toBeCloseTo(0.62)
})

test('stores the measured bytes of each event', () => {
  expect(size(oneMachine).dayGibibytes).toBeCloseTo((1_000 * 86_400 * 1_112 * 0.59) / 1024 ** 3)
  expect(size(load).storedGibibytes).toBeCloseTo(size(oneMachine).storedGibibytes * 2)
})

test('needs ten times the disk and network for ten times the events', () => {
  const [one, ten] = [size(load), size({ ...load, events: 10_000 })]
  expect(ten.diskTebibytes).toBeCloseTo(one.diskTebibytes * 10)
  expect(ten.innerMegabytes).toBeCloseTo(one.innerMegabytes * 10)
})

test('counts small batches of many probes as work of the gateways', () => {
  const few = size({ ...load, events: 10_000, probes: 10 })
  const many = size({ ...load, events: 10_000, probes: 10_000 })
  expect(many.busy.gateway).toBeGreaterThan(few.busy.gateway * 5)
  expect(many.gateways).toBeGreaterThan(few.gateways)
  expect(many.busy.indexer).toBe(few.busy.indexer)
})

test('keeps the settings within their bounds', () => {
  const huge = size({ ...load, events: 100_000_000, probes: 1_000_000 })
  expect(huge.shards).toBe(64)
  expect(huge.partitions).toBe(1_024)
  expect(size({ ...oneMachine, events: 1, probes: 1 })).toMatchObject({ cores: 2, partitions: 12, shards: 1, nodes: 1 })
})

test('a replicated cluster has at least three nodes', () => {
  expect(size({ ...load, events: 1 }).nodes).toBe(3)
})

test('prints a column for each step and marks what exceeds a default limit', () => {
  const lines = sizingTable(steps).split('\n')
  expect(lines[0]?.split('|')).toHaveLength(steps.length + 3)
  expect(new Set(lines.map((line) => line.split('|').length)).size).toBe(1)
  expect(lines.find((line) => line.startsWith('| shards that a search'))).toContain('**2,340**')
})

test('lists the limits from the smallest rate on', () => {
  const rates = limitsTable()
    .split('\n')
    .slice(2)
    .map((line) => Number((line.split('|')[1] ?? '').replaceAll(',', '')))
  expect(rates.length).toBeGreaterThan(5)
  expect(rates).toEqual(rates.toSorted((one, other) => one - other))
})

test('one machine takes more with more cores, and leaves half of them free', () => {
  expect(mostEvents(8)).toBeGreaterThan(mostEvents(4) * 2)
  const { busy } = size({ ...oneMachine, events: mostEvents(4), probes: 20, exported: 0.02 })
  expect(sum(Object.values(busy))).toBeLessThanOrEqual(2)
})

test('a replicated cluster has two copies of each service that shares its work', () => {
  expect(size({ ...load, events: 100, probes: 1 })).toMatchObject({ gateways: 2, indexers: 2 })
})
