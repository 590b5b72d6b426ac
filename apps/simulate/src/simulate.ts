import { join } from 'node:path'
import type { SimulateOptions } from './command-line.ts'
import { countAttempt, createFigures, type Figures } from './figures.ts'
import { type FleetMember, loadFleet } from './fleet/fleet.ts'
import type { Frame } from './generate/frame.ts'
import { createGenerator, type Generator, streamOf } from './generate/generator.ts'
import { createRandom } from './generate/random.ts'
import { openOracle, type Oracle } from './oracle/oracle-file.ts'
import { openFrame } from './oracle/seed-meta.ts'
import { makeBatch } from './send/batch.ts'
import { systemClock } from './send/clock.ts'
import { createGatewayClient } from './send/gateway-client.ts'
import { createPace, type Pace } from './send/pace.ts'
import { SendError, sendStream } from './send/send-stream.ts'

/** Limits of batches in flight in the whole fleet, and of their events: they bound the memory. */
const MOST_BATCHES = 512
const MOST_EVENTS = 400_000
const REQUEST_TIMEOUT_MS = 60_000
/** Separates the random numbers that choose the batches to send once more from all others. */
const REPEAT = 0x4e9

/** What a run needs in addition to its options. */
export interface SimulateEnvironment {
  say(line: string): void
  /** Called once, when sending starts. */
  started(figures: Figures): void
}

export interface SimulateResult {
  figures: Figures
  oraclePath: string
  frame: Frame
  /** Events of this seed that earlier runs had acknowledged. */
  before: number
  /** Why it ended early, unless it was stopped. */
  failure?: SendError
}

interface Run {
  options: SimulateOptions
  frame: Frame
  generator: Generator
  oracle: Oracle
  figures: Figures
  pace: Pace
  ca: string
  stop: AbortSignal
}

/** Runs the fleet until every event is acknowledged, the gateway refuses, or `stop` aborts. */
export async function simulate(
  options: SimulateOptions,
  stop: AbortSignal,
  environment: SimulateEnvironment,
): Promise<SimulateResult> {
  const oraclePath = options.oracle ?? join(options.stack, 'oracle', `seed-${options.seed}.ndjson`)
  const { ca, probes } = await loadFleet(options.stack, options.probes, environment.say)
  const eventsPerProbe = Math.ceil(options.events / options.probes)
  const frame = await openFrame(oraclePath, { ...options, eventsPerProbe }, Date.now())
  const oracle = await openOracle(oraclePath)

  const figures = createFigures(options.events)
  const trouble = new AbortController()
  const run: Run = {
    options,
    frame,
    generator: createGenerator(frame),
    oracle,
    figures,
    pace: createPace(options.rate, systemClock),
    ca,
    stop: AbortSignal.any([stop, trouble.signal]),
  }
  environment.started(figures)
  const least = Math.floor(options.events / options.probes)
  const extra = options.events - least * options.probes
  const streams = probes.map(async (probe, index) => {
    try {
      await runProbe(run, probe, least + (index < extra ? 1 : 0))
    } catch (error) {
      trouble.abort()
      throw error
    }
  })
  const results = await Promise.allSettled(streams)
  await oracle.close()
  const failed = results.find((each) => each.status === 'rejected')
  if (!failed) return { figures, oraclePath, frame, before: oracle.before }
  const failure: unknown = failed.reason
  if (!(failure instanceof SendError)) throw failure
  return { figures, oraclePath, frame, before: oracle.before, failure }
}

async function runProbe(run: Run, member: FleetMember, events: number): Promise<void> {
  const { options, frame, generator, oracle, figures, pace, ca, stop } = run
  const sender = { id: member.id, fqdn: member.fqdn, stream: streamOf(frame.seed, member.id) }
  const random = createRandom(frame.seed, member.id, REPEAT)
  const batchEvents = batchSize(options)
  const inFlight = Math.max(1, Math.min(options.inFlight, Math.floor(MOST_BATCHES / options.probes)))
  const client = createGatewayClient({
    url: options.gateway,
    ca,
    cert: member.cert,
    key: member.key,
    connections: inFlight,
    timeoutMs: Math.min(REQUEST_TIMEOUT_MS, options.giveUp ?? REQUEST_TIMEOUT_MS),
  })
  let next = 0
  let isHeldNow = false
  try {
    await sendStream(
      {
        async next() {
          const count = Math.min(batchEvents, events - next)
          if (count <= 0) return undefined
          await pace.take(count, stop)
          if (stop.aborted) return undefined
          const batch = await makeBatch(generator, sender, next, count)
          next += count
          return batch
        },
        send: (batch) => client.send(batch),
        async acknowledged(batch) {
          await oracle.write(member.id, batch.first, batch.rows)
          figures.acknowledged += batch.count
        },
        attempted: (batch, attempt, turn) => countAttempt(figures, batch, attempt, turn),
        pausing(isHeld, reason) {
          isHeldNow = isHeld
          figures.waiting++
          if (isHeld) figures.held++
          figures.lastTrouble = explain(options.gateway, reason, isHeld)
        },
        resumed() {
          figures.waiting--
          if (isHeldNow) figures.held--
        },
        isRepeated: () => random.chance(options.resend),
        draw: Math.random,
        clock: systemClock,
      },
      { inFlight, giveUpMs: options.giveUp },
      stop,
    )
  } finally {
    await client.close()
  }
}

/** At a low rate, batches are small enough that every probe sends about once a second. */
function batchSize({ batch, rate, probes }: SimulateOptions): number {
  const byMemory = Math.max(50, Math.floor(MOST_EVENTS / probes))
  const byRate = rate === undefined ? batch : Math.max(1, Math.ceil(rate / probes))
  return Math.min(batch, byMemory, byRate)
}

function explain(gateway: string, reason: string, isHeld: boolean): string {
  if (isHeld) return `The gateway asks to wait (${reason}).`
  if (reason === 'ECONNREFUSED') {
    return `Nothing listens at ${gateway}. Start the stack with \`pnpm stack up\`, or name another place with --gateway. Still trying; Ctrl-C ends.`
  }
  return `The gateway at ${gateway} does not answer as it should (${reason}). Still trying; Ctrl-C ends.`
}
