import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGenerator } from '../../../../apps/simulate/src/generate/generator.ts'
import { type Batch, makeBatch } from '../../../../apps/simulate/src/send/batch.ts'
import { createGatewayClient, type GatewayClient } from '../../../../apps/simulate/src/send/gateway-client.ts'
import type { FleetProbe } from './fleet.ts'

/** The share of a fleet that the process simulates. */
export interface FleetOrder {
  file: string
  /** The largest number of probes to read from the file. */
  most: number
  share: number
  of: number
  gateway: string
  ca: string
  everyMs: number
  /** Connections opened concurrently: more would only wait for each other. */
  opening: number
}

/** The figures it reports every second. */
export interface FleetFigures {
  probes: number
  connected: number
  acknowledged: number
  held: number
  failed: number
  lastTrouble: string
}

const LINES = 500
const TIMEOUT_MS = 60_000

process.once('message', (order: FleetOrder) => void play(order))
process.on('disconnect', () => process.exit(0))

async function play({ file, most, share, of, gateway, ca, everyMs, opening }: FleetOrder): Promise<void> {
  const fleet = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line, index) => line && index < most && index % of === share)
    .map((line) => JSON.parse(line) as FleetProbe)
  const figures: FleetFigures = {
    probes: fleet.length,
    connected: 0,
    acknowledged: 0,
    held: 0,
    failed: 0,
    lastTrouble: '',
  }
  setInterval(() => process.send?.(figures), 1_000)
  const bodies = await oneEventEach()
  const left = fleet.toReversed()
  const worker = async () => {
    for (let probe = left.pop(); probe; probe = left.pop()) {
      const client = createGatewayClient({ url: gateway, ca, ...probe, connections: 1, timeoutMs: TIMEOUT_MS })
      const connected = Promise.withResolvers<void>()
      void playProbe(client, bodies, everyMs, figures, connected.resolve)
      await connected.promise
    }
  }
  await Promise.all(Array.from({ length: opening }, worker))
}

/** Sends an event at a fixed interval; events that are not acknowledged are sent again in the next turn. */
async function playProbe(
  client: GatewayClient,
  bodies: readonly Buffer[],
  everyMs: number,
  figures: FleetFigures,
  connected: () => void,
): Promise<void> {
  const stream = randomBytes(16).toString('hex')
  for (let first = 0; ; ) {
    const startedAt = performance.now()
    const body = bodies[first % bodies.length] as Buffer
    const attempt = await client.send({ stream, first, count: 1, body, rows: [] })
    if (attempt.kind === 'acknowledged') {
      if (first === 0) {
        figures.connected++
        connected()
      }
      figures.acknowledged++
      first++
    } else {
      figures[attempt.kind === 'held' ? 'held' : 'failed']++
      figures.lastTrouble = attempt.reason
    }
    await sleep(Math.max(0, everyMs - (performance.now() - startedAt)))
  }
}

/** Prepared in advance, so that generating events does not load the machine. */
async function oneEventEach(): Promise<Buffer[]> {
  const generator = createGenerator({
    seed: 5,
    firstRunAt: Date.now(),
    hours: 1,
    lap: LINES,
    late: 0,
    alertShare: 0.02,
  })
  const sender = { id: 1, fqdn: 'fleet', stream: '' }
  const batches: Batch[] = []
  for (let first = 0; first < LINES; first++) batches.push(await makeBatch(generator, sender, first, 1))
  return batches.map(({ body }) => body)
}
