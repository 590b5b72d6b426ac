import { expect, test } from 'vitest'
import { limitsTable } from './limits-table.ts'
import { steps } from './loads.ts'
import { measured } from './measured.ts'
import { type Load, size, sum } from './size.ts'
import { sizingTable } from './sizing-table.ts'

const load: Load = { events: 1_000, probes: 50, days: 30, isReplicated: true, exported: 0 }
const oneMachine: Load = { ...load, isReplicated: false }

test('explains the measured rate of two full cores within a fifth', () => {
  const { busy } = size({ ...oneMachine, events: measured.boxEventsPerSecond, probes: 4 })
  const sender = 17
  const cores = sum(Object.values(busy)) + (measured.boxEventsPerSecond * sender) / 1e6
  expect(cores).toBeGreaterThan(1.6)
  expect(cores).toBeLessThan(2.4)
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
  expect(many.busy.gateway).toBeGreaterThan(few.busy.gateway * 10)
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
  expect(lines.find((line) => line.startsWith('| shards that a search'))).toContain('**3,510**')
})

test('lists the limits from the smallest rate on', () => {
  const rates = limitsTable()
    .split('\n')
    .slice(2)
    .map((line) => Number((line.split('|')[1] ?? '').replaceAll(',', '')))
  expect(rates.length).toBeGreaterThan(5)
  expect(rates).toEqual(rates.toSorted((one, other) => one - other))
})
