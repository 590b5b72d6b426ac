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
  /** The log, the audit and statements of coverage, from a place on, in chunks without a hole. */
  read(place: ReadingPlace, stop: AbortSignal): AsyncIterable<Chunk>
  /** The export as it is set now. */
  plan(): ExportPlan
  /** Resolves when the plan has changed. */
  changed(): Promise<void>
  window: Window
  state: LiveState
  telemetry: ExporterTelemetry
  /** How long to wait after so many failures in a row. */
  backOff?(failures: number): number
}

const backOffMs = createBackOff({ firstMs: 500, mostMs: 30_000 })
const jittered = (failures: number) => backOffMs(failures, Math.random())

/** A connection that lasted so long was good: its end is a first failure again. */
const GOOD_MS = 10_000
/** What is on its way when a connection has to end may take so long to leave. */
const LEAVE_MS = 1_500

/**
 * Log → receiver, for one export. Whatever ends a connection other than in an orderly way sends the window again; the
 * cursor that is written down never passes what counts as arrived.
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
    // Whatever is changed while it tries to connect, it tries again.
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

/** Sends over one connection until it breaks, which throws, or until it has to be ended in an orderly way. */
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
  // A receiver that takes nothing must not keep us from following a change.
  let isSending = true
  ended.signal.addEventListener('abort', () => {
    setTimeout(() => isSending && connection.destroy(), LEAVE_MS).unref()
  })
  void watchTarget()

  /** Another target, or none, ends this connection; other changes hold from the next event on. */
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
    // The receiver sees our end behind the last byte only: if it ends too, it has read everything.
    if (await connection.end()) window.settleAll()
    else window.goBack()
  } finally {
    isSending = false
    ended.abort()
    stop.removeEventListener('abort', onStop)
    connection.destroy()
  }
}
