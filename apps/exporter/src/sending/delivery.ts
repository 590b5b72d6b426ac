import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff } from '@watchpost/runtime'
import { type SyslogConnection, SyslogTrouble } from '@watchpost/syslog'
import { furthest } from '../reading/position.ts'
import type { Chunk } from '../reading/chunk.ts'
import type { ReadingPlace } from '../reading/stretches.ts'
import { settledOrAborted } from '../settled-or-aborted.ts'
import type { ExporterTelemetry } from '../telemetry.ts'
import type { LiveState } from './live-state.ts'
import type { ExportPlan } from './plan.ts'
import { sendChunk } from './send-chunk.ts'
import type { Window } from './window.ts'

export interface DeliveryPorts {
  connect(target: ExportPlan['target'], signal: AbortSignal): Promise<SyslogConnection>
  /** Reads the log, the audit and coverage statements from a position, in chunks without gaps. */
  read(place: ReadingPlace, stop: AbortSignal): AsyncIterable<Chunk>
  /** The current settings of the export. */
  plan(): ExportPlan
  /** Resolves when the plan has changed. */
  changed(): Promise<void>
  window: Window
  state: LiveState
  telemetry: ExporterTelemetry
  /** Delay in milliseconds after this many failures in a row. */
  backOff?(failures: number): number
}

const backOffMs = createBackOff({ firstMs: 500, mostMs: 30_000 })
const jittered = (failures: number) => backOffMs(failures, Math.random())

/** A connection that lasted this long counts as good: the next failure is a first one again. */
const GOOD_MS = 10_000
/** How long bytes in flight may take to be sent when a connection has to end. */
const LEAVE_MS = 1_500

/**
 * Delivers the log to the receiver of one export. After a connection ends without a clean shutdown, the window is sent
 * again. The stored cursor never passes the settled position.
 */
export async function runDelivery(ports: DeliveryPorts, stop: AbortSignal): Promise<void> {
  const { plan, changed, window, state, telemetry, backOff = jittered } = ports
  let failures = 0
  while (!stop.aborted) {
    const present = plan()
    if (!present.isEnabled) {
      state.become('disabled')
      await settledOrAborted(changed(), stop)
      continue
    }
    state.become('connecting')
    const openedAt = Date.now()
    // A change during the connection attempt starts a new attempt.
    const attempt = new AbortController()
    let isConnecting = true
    void changed().then(() => isConnecting && attempt.abort())
    try {
      const connection = await ports.connect(present.target, AbortSignal.any([stop, attempt.signal]))
      isConnecting = false
      state.become('connected')
      await serve(ports, connection, present.targetDigest, stop)
      failures = 0
    } catch (error) {
      isConnecting = false
      if (stop.aborted) break
      if (!(error instanceof SyslogTrouble)) throw error
      if (attempt.signal.aborted) continue
      const again = window.goBack()
      failures = Date.now() - openedAt >= GOOD_MS ? 1 : failures + 1
      state.failed(error.message)
      state.become('waiting')
      telemetry.broke(error.place, again, error.message)
      const change = changed()
      await settledOrAborted(Promise.race([sleep(backOff(failures)), change]), stop)
    }
  }
}

/** Sends over one connection. Throws when it breaks; returns when it was closed cleanly. */
async function serve(
  { read, plan, changed, window, state, telemetry }: DeliveryPorts,
  connection: SyslogConnection,
  targetDigest: string,
  stop: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  let trouble: SyslogTrouble | undefined
  connection.onBreak((found) => {
    trouble = found
    ended.abort()
  })
  const onStop = () => ended.abort()
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()
  // A receiver that accepts nothing must not delay a change of settings.
  let isSending = true
  ended.signal.addEventListener('abort', () => {
    setTimeout(() => isSending && connection.destroy(), LEAVE_MS).unref()
  })
  void watchTarget()

  /** A new or disabled target ends this connection; other changes apply from the next event on. */
  async function watchTarget(): Promise<void> {
    while (!ended.signal.aborted) {
      await settledOrAborted(changed(), ended.signal)
      const { targetDigest: present, isEnabled } = plan()
      if (present !== targetDigest || !isEnabled) ended.abort()
    }
  }

  const place: ReadingPlace = {
    position: window.head,
    passed: window.headPassed,
    auditFrom: () => plan().auditFrom,
    isCoverageWanted: () => plan().isCoverageNamed,
  }
  try {
    for await (const chunk of read(place, ended.signal)) {
      const from = window.head()
      const startedAt = Date.now()
      const tally = await sendChunk(chunk, from, plan(), connection, telemetry.isTraced)
      const { bytes } = tally
      const receivedAt = tally.receivedAt || window.headReceivedAt()
      window.wrote({ after: furthest(from, chunk.after), passed: chunk.passed, bytes, receivedAt })
      window.settle()
      state.sent(tally)
      telemetry.sent(tally, startedAt)
    }
    isSending = false
    if (trouble) throw trouble
    // The receiver sees our FIN only after the last byte: if it closes too, it has read everything.
    if (await connection.end()) window.settleAll()
    else window.goBack()
  } finally {
    isSending = false
    ended.abort()
    stop.removeEventListener('abort', onStop)
    connection.destroy()
  }
}
