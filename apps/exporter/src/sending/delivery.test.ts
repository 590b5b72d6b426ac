import { createLogger, createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aLog, someScorers } from '../../test/a-log.ts'
import { aReceiver } from '../../test/a-receiver.ts'
import { anEntry } from '../../test/an-entry.ts'
import { createPassed } from '../reading/passed.ts'
import { distance } from '../reading/position.ts'
import { stretches } from '../reading/stretches.ts'
import { createTail } from '../reading/tail.ts'
import { createTelemetry } from '../telemetry.ts'
import { runDelivery } from './delivery.ts'
import { createLiveState } from './live-state.ts'
import { type ExportEntry, planExport } from './plan.ts'
import { createWindow } from './window.ts'

const stream = 'a'.repeat(32)
const entry = anEntry()

/** A running export with an in-memory log and receiver. */
function anExport(log: ReturnType<typeof aLog>, tail = aTail(log), filters: Partial<ExportEntry['filters']> = {}) {
  const receiver = aReceiver({ bufferBytes: 20_000 })
  const window = createWindow(
    { position: new Map(), passed: createPassed(), receivedAt: 0 },
    { bytes: 30_000, milliseconds: 0, mostMilliseconds: 3_600_000 },
  )
  const stop = new AbortController()
  const telemetry = createTelemetry(createMetrics('exporter'), createLogger('exporter', 'silent'), () => []).of(1)
  const plan = planExport({ ...entry, filters: { ...entry.filters, ...filters } }, undefined)
  const running = runDelivery(
    {
      connect: receiver.connect,
      read: (place, signal) =>
        stretches(
          { tail, follow: log.follow, scorers: someScorers, lagOf: (position) => distance(position, log.ends()) },
          place,
          signal,
        ),
      plan: () => plan,
      changed: () => new Promise(() => undefined),
      window,
      state: createLiveState({ epoch: () => 1, bounds: () => undefined, retentionSeconds: 86_400 }),
      telemetry,
      backOff: () => 1,
    },
    stop.signal,
  )
  return {
    receiver,
    window,
    async end() {
      stop.abort()
      await running
    },
  }
}

function aTail(log: ReturnType<typeof aLog>, keptBytes = 20_000) {
  return createTail(
    {
      follow: log.follow,
      scorers: someScorers,
      onFailure(error) {
        throw error
      },
    },
    { keptBytes, aheadChunks: 4 },
  )
}

/** The ids that a receiver got, in order. */
function idsIn(bytes: Buffer): string[] {
  return [...bytes.toString('utf8').matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '')
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const idOf = (probeId: number, sequence: number) => `${probeId}-${stream}-${String(sequence).padStart(12, '0')}`

test('exports a resent event once, and sends nothing twice while the connection holds', async () => {
  const log = aLog(3)
  const one = anExport(log)
  for (let sequence = 0; sequence < 300; sequence++) {
    log.add(sequence % 5, stream, sequence)
    if (sequence % 3 === 0) log.add(sequence % 5, stream, sequence)
  }
  await until(() => distance(one.window.head(), log.ends()) === 0)
  await one.end()
  const ids = idsIn(one.receiver.received())
  expect(new Set(ids).size).toBe(300)
  expect(ids).toHaveLength(300)
})

test('loses nothing when connections break, and repeats events only after a break', async () => {
  const log = aLog(4)
  const one = anExport(log)
  const expected = new Set<string>()
  for (let turn = 0; turn < 60; turn++) {
    for (let each = 0; each < 40; each++) {
      const probeId = each % 7
      log.add(probeId, stream, turn * 40 + each)
      expected.add(idOf(probeId, turn * 40 + each))
      if (each % 10 === 0) log.add(probeId, stream, turn * 40 + each)
    }
    await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 5))
    if (turn % 3 === 0) one.receiver.breakNow()
  }
  await until(() => distance(one.window.head(), log.ends()) === 0)
  await one.end()
  const ids = idsIn(one.receiver.received())
  expect(one.receiver.connections()).toBeGreaterThan(10)
  expect([...expected].filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(ids)).toEqual(expected)
}, 30_000)

test('exports near the end share one reader of the log, with different filters', async () => {
  const log = aLog(2)
  const tail = aTail(log, 100_000)
  const all = Array.from({ length: 10 }, (_, index) =>
    anExport(log, tail, { probes: [{ id: index, fqdn: `probe-${index}.example.test` }] }),
  )
  for (let sequence = 0; sequence < 2_000; sequence++) {
    log.add(sequence % 10, stream, sequence)
    if (sequence % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => all.every((each) => distance(each.window.head(), log.ends()) === 0))
  await Promise.all(all.map((each) => each.end()))
  for (const [probeId, { receiver }] of all.entries()) {
    const ids = idsIn(receiver.received())
    expect(ids).toEqual(Array.from({ length: 200 }, (_, at) => idOf(probeId, at * 10 + probeId)))
  }
  expect(log.readings()).toBeLessThan(5)
}, 30_000)

test('a receiver that accepts nothing does not delay the other exports', async () => {
  const log = aLog(2)
  const tail = aTail(log)
  const good = anExport(log, tail)
  const stuck = anExport(log, tail)
  stuck.receiver.stall()
  for (let sequence = 0; sequence < 3_000; sequence++) log.add(1, stream, sequence)
  await until(() => distance(good.window.head(), log.ends()) === 0)
  await good.end()
  expect(idsIn(good.receiver.received())).toHaveLength(3_000)
  expect(distance(stuck.window.head(), log.ends())).toBe(3_000)
  await stuck.end()
}, 30_000)
