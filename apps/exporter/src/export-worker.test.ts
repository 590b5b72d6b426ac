import { createLogger, createMetrics } from '@watchpost/runtime'
import type { ExportCursor } from '@watchpost/store'
import { expect, test } from 'vitest'
import { aLog, someScorers } from '../test/a-log.ts'
import { anAudit } from '../test/an-audit.ts'
import { aReceiver } from '../test/a-receiver.ts'
import { anEntry } from '../test/an-entry.ts'
import { createExportWorker, type ExportWorker, type WorkerPorts } from './export-worker.ts'
import { everything } from './reading/everything.ts'
import { distance } from './reading/position.ts'
import { createTail } from './reading/tail.ts'
import { createTelemetry } from './telemetry.ts'

const stream = 'b'.repeat(32)
const entry = anEntry()

/** In-memory cursors, versioned as in the store. */
function someCursors() {
  let stored: (ExportCursor & { version: number }) | undefined
  return {
    stored: () => stored,
    cursors: {
      read: async () => stored ?? ('absent' as const),
      async save(_id: number, cursor: ExportCursor, expectedVersion: number) {
        if ((stored?.version ?? 0) !== expectedVersion) return 'moved' as const
        stored = { ...cursor, version: expectedVersion + 1 }
        return stored.version
      },
    },
  }
}

function aWorker(
  log: ReturnType<typeof aLog>,
  receiver: ReturnType<typeof aReceiver>,
  cursors: WorkerPorts['cursors'],
  of = entry,
  audit = anAudit(),
) {
  let isDead = false
  const tail = createTail(
    { follow: log.follow, scorers: someScorers, onFailure: () => undefined },
    { keptBytes: 20_000, aheadChunks: 4 },
  )
  const coverage = { hours: async () => [], hostname: 'watchpost.example.test' }
  const lagOf = (position: ReadonlyMap<number, number>) => distance(position, log.ends())
  const worker = createExportWorker(of, {
    connect: () => (isDead ? new Promise(() => undefined) : receiver.connect()),
    read: (_id, onExpired) => (place, stop) =>
      everything({ tail, follow: log.follow, scorers: someScorers, lagOf }, audit, coverage, place, onExpired, stop),
    cursors: {
      read: cursors.read,
      save: (id, cursor, version) => (isDead ? new Promise(() => undefined) : cursors.save(id, cursor, version)),
    },
    epoch: () => log.epoch(),
    unsent: async () => log.unsent(),
    since: async () => new Map(),
    readKey: async () => undefined,
    bounds: () => ({ starts: new Map(), ends: log.ends(), auditEnd: (audit.lastId() ?? 0) + 1 }),
    retentionSeconds: 86_400,
    window: { bytes: 30_000, milliseconds: 0, mostMilliseconds: 3_600_000 },
    telemetry: createTelemetry(createMetrics('exporter'), createLogger('exporter', 'silent'), () => []).of(1),
  })
  return {
    worker,
    /** Like kill -9: no more cursor writes, and bytes in flight are lost. */
    crash(): void {
      isDead = true
      receiver.breakNow()
    },
  }
}

const idsIn = (bytes: Buffer) => [...bytes.toString('utf8').matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '')

/** True when it is connected, has sent something, and has reached the end of the log. */
function isCaughtUp(worker: ExportWorker): boolean {
  const { status, lag_events, sent_events } = worker.report()
  return status === 'connected' && lag_events === 0 && sent_events > 0
}

async function until(isTrue: () => boolean, withinMs = 20_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('condition not met in time')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('loses nothing when it is killed repeatedly, and resumes from the stored cursor', async () => {
  const log = aLog(3)
  const receiver = aReceiver({ bufferBytes: 20_000 })
  const { cursors, stored } = someCursors()
  let sequence = 0
  for (let turn = 0; turn < 4; turn++) {
    const before = stored()?.version ?? 0
    const running = aWorker(log, receiver, cursors)
    for (let each = 0; each < 400; each++) {
      log.add(sequence % 5, stream, sequence)
      if (sequence % 10 === 0) log.add(sequence % 5, stream, sequence)
      sequence++
    }
    await until(() => isCaughtUp(running.worker))
    // Wait for at least one more cursor write, which takes a second at most. Bytes in flight are in no cursor.
    await until(() => (stored()?.version ?? 0) > before)
    running.crash()
  }
  const last = aWorker(log, receiver, cursors)
  await until(() => isCaughtUp(last.worker))
  await last.worker.stop()
  expect(new Set(idsIn(receiver.received())).size).toBe(sequence)
  // The cursor advanced: not everything was sent again each time.
  expect(idsIn(receiver.received()).length).toBeLessThan(sequence * 3)
}, 60_000)

test('sends every audit row from the configured one on, in order, even when it is killed repeatedly', async () => {
  const log = aLog(2)
  const audit = anAudit()
  const receiver = aReceiver({ bufferBytes: 2_000 })
  const { cursors, stored } = someCursors()
  for (let each = 0; each < 10; each++) audit.change()
  const named = { ...anEntry(), auditFrom: 11, filters: { ...entry.filters, event_types: ['audit' as const] } }
  for (let turn = 0; turn < 4; turn++) {
    const before = stored()?.version ?? 0
    const running = aWorker(log, receiver, cursors, named, audit)
    for (let each = 0; each < 300; each++) audit.change()
    log.add(1, stream, turn)
    await until(() => isCaughtUp(running.worker))
    await until(() => (stored()?.version ?? 0) > before)
    running.crash()
  }
  const last = aWorker(log, receiver, cursors, named, audit)
  await until(() => isCaughtUp(last.worker))
  await last.worker.stop()
  const ids = [...new Set(idsIn(receiver.received()))]
  expect(ids).toEqual(Array.from({ length: 1_200 }, (_, index) => `audit-${index + 11}`))
  expect(stored()).toMatchObject({ auditNext: 1_211, positions: new Map([[1, 4]]) })
}, 60_000)

test('sends the audit only while the export includes it', async () => {
  const log = aLog(2)
  const audit = anAudit()
  const receiver = aReceiver({ bufferBytes: 0 })
  const { worker } = aWorker(log, receiver, someCursors().cursors, entry, audit)
  for (let each = 0; each < 5; each++) audit.change()
  log.add(1, stream, 0)
  await until(() => idsIn(receiver.received()).length === 1)
  expect(worker.report().lag_events).toBe(0)
  const filters = { ...entry.filters, event_types: ['audit' as const, 'alert' as const] }
  await worker.update({ ...entry, version: 2, filters, auditFrom: 6 })
  audit.change()
  await until(() => idsIn(receiver.received()).length === 2)
  await worker.update({ ...entry, version: 3 })
  audit.change()
  log.add(1, stream, 1)
  await until(() => idsIn(receiver.received()).length === 3)
  await worker.update({ ...entry, version: 4, filters, auditFrom: 8 })
  audit.change()
  await until(() => idsIn(receiver.received()).length === 4)
  expect(idsIn(receiver.received()).filter((id) => id.startsWith('audit'))).toEqual(['audit-6', 'audit-8'])
  expect(receiver.connections()).toBe(1)
  await worker.stop()
}, 60_000)

test('stores its cursor on a graceful stop, and the next worker repeats nothing', async () => {
  const log = aLog(2)
  const receiver = aReceiver({ bufferBytes: 20_000 })
  const { cursors } = someCursors()
  for (let turn = 0; turn < 3; turn++) {
    const { worker } = aWorker(log, receiver, cursors)
    for (let each = 0; each < 100; each++) log.add(1, stream, turn * 100 + each)
    await until(() => isCaughtUp(worker))
    await worker.stop()
  }
  expect(idsIn(receiver.received())).toHaveLength(300)
}, 60_000)

test('replays once on a replay request', async () => {
  const log = aLog(2)
  const receiver = aReceiver({ bufferBytes: 0 })
  const { cursors } = someCursors()
  const { worker } = aWorker(log, receiver, cursors)
  for (let each = 0; each < 50; each++) log.add(1, stream, each)
  await until(() => idsIn(receiver.received()).length === 50)
  await worker.update({ ...entry, version: 2, replayNumber: 1, replayFrom: new Date(0) })
  await until(() => idsIn(receiver.received()).length === 100)
  await worker.stop()
  const next = aWorker(log, receiver, cursors, { ...entry, version: 2, replayNumber: 1, replayFrom: new Date(0) })
  await until(() => next.worker.report().status === 'connected')
  await next.worker.stop()
  expect(idsIn(receiver.received())).toHaveLength(100)
}, 60_000)

test('applies changed filters from the next event on without reconnecting, and reconnects for a new target', async () => {
  const log = aLog(2)
  const receiver = aReceiver({ bufferBytes: 0 })
  const { worker } = aWorker(log, receiver, someCursors().cursors)
  log.add(1, stream, 0, 'dns')
  await until(() => idsIn(receiver.received()).length === 1)
  const filters = { ...entry.filters, protocols: ['http' as const] }
  await worker.update({ ...entry, version: 2, filters })
  log.add(1, stream, 1, 'dns')
  log.add(1, stream, 2, 'http')
  await until(() => idsIn(receiver.received()).length === 2)
  expect(receiver.connections()).toBe(1)
  await worker.update({ ...entry, version: 3, filters, general: { ...entry.general, port: 601 } })
  await until(() => receiver.connections() === 2)
  await worker.update({ ...entry, version: 4, filters, general: { ...entry.general, enabled: false } })
  await until(() => worker.report().status === 'disabled')
  log.add(1, stream, 3, 'http')
  await worker.update({ ...entry, version: 5, filters })
  await until(() => idsIn(receiver.received()).length === 3)
  await worker.stop()
}, 60_000)

test('ends when another worker has moved its cursor', async () => {
  const log = aLog(1)
  const receiver = aReceiver({ bufferBytes: 0 })
  const { cursors } = someCursors()
  const { worker } = aWorker(log, receiver, cursors)
  for (let each = 0; each < 300; each++) log.add(1, stream, each)
  await until(() => isCaughtUp(worker))
  const present = await cursors.read()
  if (present === 'absent') throw new Error('it has a cursor')
  await cursors.save(1, present, present.version)
  for (let each = 300; each < 900; each++) log.add(1, stream, each)
  await worker.ended
}, 60_000)

test('reads a new log from its start, repeats nothing it sent, and reports events lost with the old log', async () => {
  const log = aLog(2)
  const receiver = aReceiver({ bufferBytes: 0 })
  const { cursors, stored } = someCursors()
  const first = aWorker(log, receiver, cursors)
  for (let each = 0; each < 50; each++) log.add(1, stream, each)
  await until(() => isCaughtUp(first.worker))
  await first.worker.stop()
  expect(stored()).toMatchObject({ epoch: 1, positions: new Map([[1, 50]]) })

  log.recreate(7)
  // A probe that got no answer resends what the old log already had, and continues.
  for (let each = 40; each < 60; each++) log.add(1, stream, each)
  const next = aWorker(log, receiver, cursors)
  await until(() => isCaughtUp(next.worker))
  expect(next.worker.report()).toMatchObject({ lost_events: 7, log: { epoch: 2, unsent_events: 0 } })
  await next.worker.stop()
  expect(idsIn(receiver.received())).toHaveLength(60)
  expect(new Set(idsIn(receiver.received())).size).toBe(60)
  expect(stored()).toMatchObject({ epoch: 2, positions: new Map([[1, 20]]) })

  // Losses are counted once: the next worker continues in the same log.
  const last = aWorker(log, receiver, cursors)
  log.add(1, stream, 60)
  await until(() => isCaughtUp(last.worker))
  expect(last.worker.report().lost_events).toBe(0)
  await last.worker.stop()
  expect(idsIn(receiver.received())).toHaveLength(61)
}, 60_000)
