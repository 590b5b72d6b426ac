import { setTimeout as sleep } from 'node:timers/promises'
import type { SyslogState } from '@watchpost/contract'
import type { OnExpired } from '@watchpost/log'
import type { ArrivalVector } from '@watchpost/model'
import { type ExportCursor, isStoreRetryable } from '@watchpost/store'
import { createPassed, decodePassed } from './reading/passed.ts'
import { AUDIT, inLog, nextRow } from './reading/position.ts'
import { type DeliveryPorts, runDelivery } from './sending/delivery.ts'
import { createLiveState, type LiveStatePorts } from './sending/live-state.ts'
import { type ExportEntry, type ExportPlan, planExport } from './sending/plan.ts'
import { createWindow, type Window, type WindowOptions } from './sending/window.ts'
import type { ExporterTelemetry } from './telemetry.ts'

export interface WorkerPorts extends Pick<LiveStatePorts, 'epoch' | 'bounds' | 'retentionSeconds'> {
  connect: DeliveryPorts['connect']
  /** Reads the log and the audit from a position; `onExpired` reports what was gone before it was read. */
  read(exportId: number, onExpired: OnExpired): DeliveryPorts['read']
  cursors: {
    read(exportId: number): Promise<(ExportCursor & { version: number }) | 'absent'>
    save(exportId: number, cursor: ExportCursor, expectedVersion: number): Promise<number | 'moved'>
  }
  /** Number of records in the log of an epoch that an export had not sent when it last reported. */
  unsent(exportId: number, epoch: number): Promise<number>
  /** For each partition, the first offset that arrived at or after this time. */
  since(milliseconds: number): Promise<ArrivalVector>
  readKey(exportId: number): Promise<string | undefined>
  window: WindowOptions
  telemetry: ExporterTelemetry
}

/** Another worker has taken over the export, or it was removed. */
class ExportMoved extends Error {
  override readonly name = 'ExportMoved'
}

const SAVE_MS = 1_000
/** A large cursor is stored less often, to write no more than this many bytes a second. */
const SAVED_BYTES_PER_SECOND = 128 * 1024
const PAUSE_MS = 2_000

export type ExportWorker = ReturnType<typeof createExportWorker>

/** Serves one export until it is stopped or another worker has taken it over. */
export function createExportWorker(first: ExportEntry, ports: WorkerPorts) {
  const { telemetry, cursors } = ports
  const { id } = first
  const stop = new AbortController()
  const state = createLiveState(ports)
  let entry = first
  let plan: ExportPlan | undefined
  let window: Window | undefined
  let change = Promise.withResolvers<void>()
  /** Aborts the current round, to start again from another position. */
  let round = new AbortController()

  const onExpired = (partition: number, count: number) => {
    state.lost(count)
    telemetry.lost(partition, count)
  }

  async function makePlan(of: ExportEntry): Promise<ExportPlan> {
    return planExport(of, of.certificate?.chainPem ? await ports.readKey(id) : undefined)
  }

  /** The start position: the stored cursor, unless there is none or a replay was requested. */
  async function begin(): Promise<{ cursor: ExportCursor; version: number }> {
    const stored = await cursors.read(id)
    if (stored !== 'absent' && stored.replayNumber >= entry.replayNumber)
      return stored.epoch === ports.epoch() ? { cursor: stored, version: stored.version } : beginNewLog(stored)
    const { replayNumber, replayFrom, createdAt } = entry
    const from = stored !== 'absent' && replayFrom ? replayFrom : createdAt
    const positions = await ports.since(from.getTime())
    const cursor = {
      epoch: ports.epoch(),
      positions,
      auditNext: entry.auditFrom,
      passed: createPassed().encode(),
      receivedAt: from,
      replayNumber,
    }
    const version = await cursors.save(id, cursor, stored === 'absent' ? 0 : stored.version)
    if (version === 'moved') throw new ExportMoved()
    if (from === replayFrom) telemetry.replayed(from)
    return { cursor, version }
  }

  /**
   * The log is not the one of the cursor, so it is read from its beginning. Events that were sent from the old log are
   * recognised by their sequences and are not sent again when a probe resends them.
   */
  async function beginNewLog(stored: ExportCursor & { version: number }) {
    const lost = await ports.unsent(id, stored.epoch)
    const cursor: ExportCursor = { ...stored, epoch: ports.epoch(), positions: new Map() }
    const version = await cursors.save(id, cursor, stored.version)
    if (version === 'moved') throw new ExportMoved()
    state.lost(lost)
    telemetry.logReplaced({ epoch: stored.epoch, newEpoch: cursor.epoch, lost })
    return { cursor, version }
  }

  /** Stores the settled position whenever it has moved, and once more at the end. */
  async function keepCursor(opened: Window, begun: { cursor: ExportCursor; version: number }, ended: AbortSignal) {
    let { version } = begun
    let saved = opened.settled().position
    const { epoch, replayNumber } = begun.cursor
    async function save(): Promise<number> {
      const { position, passed, receivedAt } = opened.settled()
      if (position === saved) return 0
      const encoded = passed.encode()
      try {
        const cursor = {
          epoch,
          positions: inLog(position),
          auditNext: position.get(AUDIT) ?? null,
          passed: encoded,
          receivedAt: new Date(receivedAt),
          replayNumber,
        }
        const next = await cursors.save(id, cursor, version)
        if (next === 'moved') throw new ExportMoved()
        version = next
        saved = position
      } catch (error) {
        // No event is lost: what is not in the cursor is sent again.
        if (!isStoreRetryable(error)) throw error
      }
      return encoded.length
    }
    let pauseMs = SAVE_MS
    while (!ended.aborted) {
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => undefined)
      opened.settle()
      pauseMs = Math.max(SAVE_MS, ((await save()) / SAVED_BYTES_PER_SECOND) * 1_000)
    }
    await save()
  }

  async function serveRound(): Promise<void> {
    plan = await makePlan(entry)
    const begun = await begin()
    const { positions, auditNext, passed, receivedAt } = begun.cursor
    const position = auditNext === null ? positions : new Map([...positions, [AUDIT, auditNext]])
    const start = { position, passed: decodePassed(passed), receivedAt: receivedAt.getTime() }
    const opened = createWindow(start, ports.window)
    window = opened
    const ended = new AbortController()
    const until = AbortSignal.any([stop.signal, round.signal, ended.signal])
    const keeping = keepCursor(opened, begun, ended.signal)
    keeping.catch(() => ended.abort())
    try {
      await runDelivery(
        {
          connect: ports.connect,
          read: ports.read(id, onExpired),
          plan: () => plan as ExportPlan,
          changed: () => change.promise,
          window: opened,
          state,
          telemetry,
        },
        until,
      )
    } finally {
      ended.abort()
      await keeping
    }
  }

  async function run(): Promise<void> {
    telemetry.began()
    while (!stop.signal.aborted) {
      round = new AbortController()
      try {
        await serveRound()
      } catch (error) {
        if (error instanceof ExportMoved) break
        telemetry.failed(error)
        state.failed(
          "The appliance's own log or database cannot be used at the moment; nothing is lost in the meantime.",
        )
        state.become('waiting')
        await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      }
    }
    telemetry.ended()
  }

  async function follow(next: ExportEntry): Promise<void> {
    // Build the new plan before switching to it: after a failure, the next look tries again.
    const made = await makePlan(next)
    const isSentBack = next.replayNumber !== entry.replayNumber
    entry = next
    plan = made
    change.resolve()
    change = Promise.withResolvers<void>()
    if (isSentBack) round.abort()
  }

  const ended = run()
  return {
    id,
    /** Settles when the worker has ended. */
    ended,
    /** Applies a changed export. */
    async update(next: ExportEntry): Promise<void> {
      if (next.version !== entry.version) await follow(next)
    },
    report(): Omit<SyslogState, 'reported_at'> {
      const standing = window && {
        head: window.head(),
        receivedAt: window.headReceivedAt(),
        windowBytes: window.bytes(),
        nextRow: plan?.auditFrom === undefined ? undefined : nextRow(window.head(), plan.auditFrom),
      }
      return state.report(standing, plan?.warnings(Date.now()) ?? [])
    },
    /** Stops gracefully: sends the current chunk and stores the cursor. */
    async stop(): Promise<void> {
      stop.abort()
      await ended
    },
  }
}
