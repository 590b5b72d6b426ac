import { setTimeout as sleep } from 'node:timers/promises'
import type { FleetProbe } from '../../probes/agents/fleet.ts'
import { type Gateway, keptConnection, randomStream, sendBatch } from '../../probes/gateway-call.ts'
import type { DrivenClock } from '../clocked-stack.ts'
import type { Oracle } from '../oracle.ts'

const PER_BATCH = 100
/**
 * One event in this many is invalid JSON and becomes a dead letter; sequence numbers are skipped after this many
 * batches.
 */
const DEAD_EVERY = 40
const GAP_EVERY = 7
const GAP = 3
const AGAIN_MS = 100

/** Sends batches, each until it is acknowledged, with dead letters and gaps among them. */
export function createLoadedProbe(
  { id, cert, key }: FleetProbe,
  { gateway, clock, oracle }: { gateway: Gateway; clock: DrivenClock; oracle: Oracle },
) {
  const agent = keptConnection(gateway, { certPem: cert, keyPem: key })
  const stream = randomStream()
  let next = 0
  let batches = 0

  async function sendOne(): Promise<void> {
    const first = next
    const time = new Date(clock.now()).toISOString()
    const isDead = (sequence: number) => sequence % DEAD_EVERY === 0
    const numbers = Array.from({ length: PER_BATCH }, (_, index) => first + index)
    const body = numbers
      .map((each) =>
        isDead(each) ? `no JSON ${each}\n` : `{"timestamp":"${time}","event_type":"dns","proof":${each}}\n`,
      )
      .join('')
    let status = 0
    while (status < 200 || status >= 300) {
      ;({ status } = await sendBatch(gateway, agent, body, { stream, sequence: first }))
      if (status >= 400 && status < 500 && status !== 429) throw new Error(`a batch was refused with ${status}`)
      if (status < 200 || status >= 300) await sleep(AGAIN_MS)
    }
    for (const each of numbers) oracle.arrived(id, stream, each, clock.now(), isDead(each) ? 'dead' : 'indexed')
    oracle.heard(id, clock.now())
    next += PER_BATCH
    batches += 1
    if (batches % GAP_EVERY === 0) next += GAP
  }

  return {
    id,
    /** Ends with an acknowledged batch, so that the hour of every event is known. */
    async sendUntil(stop: AbortSignal, pauseMs: number): Promise<void> {
      do {
        await sendOne()
        await sleep(pauseMs)
      } while (!stop.aborted)
    },
    sent: () => batches * PER_BATCH,
    close: () => agent.destroy(),
  }
}
