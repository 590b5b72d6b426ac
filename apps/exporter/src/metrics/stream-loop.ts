import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff } from '@watchpost/runtime'
import { type StreamConnection, StreamTrouble } from '@watchpost/netdata'
import { createChartWriter, type Sample } from './chart-writer.ts'
import type { StreamState } from './stream-state.ts'

export interface StreamLoopPorts {
  /** Throws a `StreamTrouble` when the parent cannot be reached or refuses. */
  connect(signal: AbortSignal): Promise<StreamConnection>
  sample(): Promise<Sample[]>
  state: StreamState
  telemetry: {
    metricsSent(values: number): void
    metricsBroke(trouble: StreamTrouble): void
    metricsStreaming(source: string): void
  }
  sampleMs: number
  now?(): number
  random?(): number
}

/** At most ten seconds: an operator who has just fixed the parent is watching. */
const backOff = createBackOff({ firstMs: 500, mostMs: 10_000 })

/** Streams to one parent until stopped, and reconnects without limit. */
export async function runStreamLoop(ports: StreamLoopPorts, stop: AbortSignal): Promise<void> {
  const { connect, state, telemetry, random = Math.random } = ports
  let failures = 0
  while (!stop.aborted) {
    state.become('connecting')
    try {
      const connection = await connect(stop)
      failures = 0
      state.become('streaming', connection.source)
      telemetry.metricsStreaming(connection.source)
      const trouble = await streamOver(connection, ports, stop)
      if (!trouble) return
      throw trouble
    } catch (error) {
      if (stop.aborted) return
      if (!(error instanceof StreamTrouble)) throw error
      failures += 1
      state.failed(error)
      telemetry.metricsBroke(error)
    }
    state.become('waiting')
    await sleep(backOff(failures, random()), undefined, { signal: stop }).catch(() => undefined)
  }
}

/** Sends a sample whenever one is due. Returns the reason why the connection broke, or undefined after a stop. */
async function streamOver(
  connection: StreamConnection,
  { sample, state, telemetry, sampleMs, now = performance.now.bind(performance) }: StreamLoopPorts,
  stop: AbortSignal,
): Promise<StreamTrouble | undefined> {
  const writer = createChartWriter(Math.max(1, Math.round(sampleMs / 1_000)))
  const until = AbortSignal.any([stop, connection.broken])
  let due = now()
  while (!until.aborted) {
    const samples = await sample()
    const { text, values, charts } = writer.write(samples, now())
    if (connection.write(text)) {
      state.sent(values, charts)
      telemetry.metricsSent(values)
    } else {
      state.skipped()
    }
    // Keep a fixed interval, so that a slow sample does not shift later ones; missed samples are skipped.
    due = Math.max(due + sampleMs, now())
    await sleep(due - now(), undefined, { signal: until }).catch(() => undefined)
  }
  connection.end()
  const trouble: unknown = connection.broken.reason
  return trouble instanceof StreamTrouble ? trouble : undefined
}
