import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGenerator } from '../../../apps/simulate/src/generate/generator.ts'
import { makeBatch } from '../../../apps/simulate/src/send/batch.ts'
import { createGatewayClient } from '../../../apps/simulate/src/send/gateway-client.ts'
import type { FleetProbe } from './agents/fleet.ts'

/** Which probes send, how much and for how long. */
export interface PressureOrder {
  probes: FleetProbe[]
  gateway: string
  ca: string
  seconds: number
  batchEvents: number
  /** Events per second of each, whatever the response. Without it, as fast as they are acknowledged. */
  perSecond?: number
}

export interface PressureResult {
  acknowledged: number
  held: number
  failed: number
  lastTrouble: string
}

const IN_FLIGHT = 2
const PREPARED = 8

process.on('message', (order: PressureOrder) => void press(order).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit(0))

async function press({ probes, gateway, ca, seconds, batchEvents, perSecond }: PressureOrder): Promise<PressureResult> {
  const result: PressureResult = { acknowledged: 0, held: 0, failed: 0, lastTrouble: '' }
  const bodies = await prepare(batchEvents)
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > seconds * 1_000
  const everyMs = perSecond === undefined ? 0 : (batchEvents / perSecond) * 1_000

  async function send(probe: FleetProbe): Promise<void> {
    const connections = perSecond === undefined ? IN_FLIGHT : 2 * IN_FLIGHT
    const client = createGatewayClient({ url: gateway, ca, ...probe, connections, timeoutMs: 30_000 })
    const stream = randomBytes(16).toString('hex')
    let next = 0
    const worker = async (turn: number) => {
      for (let sent = turn; !isOver(); sent += connections) {
        // A probe that ignores limits does not honour Retry-After, but keeps to its own rate.
        if (everyMs > 0) await sleep(Math.max(0, sent * everyMs - (performance.now() - startedAt)))
        const first = next
        next += batchEvents
        const body = bodies[sent % bodies.length] as Buffer
        const attempt = await client.send({ stream, first, count: batchEvents, body, rows: [] })
        if (attempt.kind === 'acknowledged' && !isOver()) result.acknowledged += batchEvents
        else if (attempt.kind === 'held') result.held++
        else if (attempt.kind !== 'acknowledged') result.failed++
        if (attempt.kind !== 'acknowledged') result.lastTrouble = attempt.reason
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, turn) => worker(turn)))
    await client.close()
  }

  await Promise.all(probes.map(send))
  return result
}

async function prepare(batchEvents: number): Promise<Buffer[]> {
  const generator = createGenerator({
    seed: 6,
    firstRunAt: Date.now(),
    hours: 1,
    lap: 10_000,
    late: 0,
    alertShare: 0.02,
  })
  const sender = { id: 1, fqdn: 'fleet', stream: '' }
  const batches = Array.from({ length: PREPARED }, (_, turn) =>
    makeBatch(generator, sender, turn * batchEvents, batchEvents),
  )
  return (await Promise.all(batches)).map(({ body }) => body)
}
