import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { loadFleet } from '../../../apps/simulate/src/fleet/fleet.ts'
import { createGenerator } from '../../../apps/simulate/src/generate/generator.ts'
import { type Batch, makeBatch } from '../../../apps/simulate/src/send/batch.ts'
import { createGatewayClient, type GatewayClient } from '../../../apps/simulate/src/send/gateway-client.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import type { ExportClient } from './export-client.ts'
import type { ProofCertificates } from './receivers/make-certificates.ts'
import { exportBody, type ProofExport } from './same-events.ts'
import { type Sink, startSink } from './receivers/sink.ts'

const PER_BATCH = 50
const EVERY_MS = 25
const MOST_P50 = 1.1
const MOST_P99 = 2
/** Scheduling alone changes a median by this much here. */
const SCATTER_MS = 0.3

interface Times {
  acknowledged: number[]
  exported: number[]
}

export interface BesideOptions {
  stackDir: string
  gateway: string
  turns: number
  /** Batches per turn. */
  batches: number
  seed: number
  isSmall: boolean
}

/** The effect of a hanging receiver on ingest and on another export: alternating turns with and without it. */
export async function proveBeside(
  { stack }: ProofStack,
  client: ExportClient,
  certificates: ProofCertificates,
  victim: ProofExport,
  report: Report,
  { stackDir, gateway, turns, batches, seed, isSmall }: BesideOptions,
): Promise<void> {
  const sink = await startSink()
  const otherId = victim.id + 1
  await client.put(victim.id, exportBody(victim, certificates))
  await client.put(otherId, { general: { hostname: '127.0.0.1', port: sink.port } })
  await Promise.all([victim.id, otherId].map((id) => client.caughtUp(id, 60_000)))
  const { ca, probes } = await loadFleet(stackDir, 1, report.step)
  const [probe] = probes
  if (!probe) throw new Error(`no probe in ${stack.folder.root}`)
  const gate = createGatewayClient({ url: gateway, ca, ...probe, connections: 4, timeoutMs: 30_000 })
  const frame = { seed, firstRunAt: Date.now(), hours: 1, lap: 10_000, late: 0, alertShare: 0.02 }
  const generator = createGenerator(frame)
  const nextBatches = () => {
    const sender = { id: probe.id, fqdn: probe.fqdn, stream: randomBytes(16).toString('hex') }
    return Promise.all(
      Array.from({ length: batches }, (_, turn) => makeBatch(generator, sender, turn * PER_BATCH, PER_BATCH)),
    )
  }

  const well: Times = { acknowledged: [], exported: [] }
  const hanging: Times = { acknowledged: [], exported: [] }
  // The first turn is a warm-up and does not count.
  await measure(gate, probe.id, await nextBatches(), sink, { acknowledged: [], exported: [] })
  for (let turn = 0; turn < turns; turn++) {
    report.step(`turn ${turn + 1} of ${turns}: with a receiver that is well, and with one that hangs`)
    await measure(gate, probe.id, await nextBatches(), sink, well)
    victim.receiver.signal('SIGSTOP')
    try {
      await measure(gate, probe.id, await nextBatches(), sink, hanging)
    } finally {
      victim.receiver.signal('SIGCONT')
    }
    await client.caughtUp(victim.id, 120_000)
  }
  await gate.close()
  for (const id of [victim.id, otherId]) await client.remove(id)
  sink.stop()

  for (const [name, one, other] of [
    ['ingest, to the acknowledgement', well.acknowledged, hanging.acknowledged],
    ['another export, to its receiver', well.exported, hanging.exported],
  ] as const) {
    const [p50, p99] = [quantile(one, 0.5), quantile(one, 0.99)]
    const [besideP50, besideP99] = [quantile(other, 0.5), quantile(other, 0.99)]
    report.figure(`${name}, p50 beside/alone`, besideP50 / p50)
    report.figure(`${name}, p99 beside/alone`, besideP99 / p99)
    report.check(
      `${name}: a receiver that hangs does not matter`,
      isSmall || (besideP50 <= p50 * MOST_P50 + SCATTER_MS && besideP99 <= p99 * MOST_P99),
      `p50 ${p50.toFixed(1)} and ${besideP50.toFixed(1)} ms, p99 ${p99.toFixed(1)} and ${besideP99.toFixed(1)} ms`,
    )
  }
}

/**
 * Sends batches at a steady rate; records when each is acknowledged and when it reaches the other export's receiver.
 */
async function measure(
  gate: GatewayClient,
  probeId: number,
  batches: readonly Batch[],
  sink: Sink,
  times: Times,
): Promise<void> {
  const sentAt = new Map<string, number>()
  const startedAt = performance.now()
  const answers = batches.map(async (batch, turn) => {
    await sleep(turn * EVERY_MS - (performance.now() - startedAt))
    const from = performance.now()
    const { kind } = await gate.send(batch)
    if (kind !== 'acknowledged') throw new Error(`a batch was ${kind}`)
    times.acknowledged.push(performance.now() - from)
    const last = String(batch.first + batch.count - 1).padStart(12, '0')
    sentAt.set(`${probeId}-${batch.stream}-${last}`, from)
  })
  await Promise.all(answers)
  const isThere = await waitUntil(() => [...sentAt.keys()].every((id) => sink.arrivals.has(id)), { withinMs: 60_000 })
  if (!isThere) throw new Error('the other export did not get every event')
  for (const [id, from] of sentAt) times.exported.push((sink.arrivals.get(id) ?? 0) - from)
}
