import type { FleetProbe } from '../probes/agents/fleet.ts'
import { callGateway, type Gateway, keptConnection, randomStream, sendBatch } from '../probes/gateway-call.ts'
import type { DrivenClock } from './clocked-stack.ts'
import type { Fate, Oracle } from './oracle.ts'

/** The sensor's last packet counters. */
export interface Capture {
  packets: number
  dropped: number
  loss_percent: number
}

export interface ProbeSurroundings {
  gateway: Gateway
  clock: DrivenClock
  oracle: Oracle
}

export type SimulatedProbe = ReturnType<typeof createSimulatedProbe>

/** A probe that numbers its events and reports acknowledgements to the oracle. */
export function createSimulatedProbe(
  { id, fqdn, cert, key }: FleetProbe,
  { gateway, clock, oracle }: ProbeSurroundings,
  /** The error of its own clock. */
  clockErrorMs = 0,
) {
  const agent = keptConnection(gateway, { certPem: cert, keyPem: key })
  let stream = randomStream()
  let next = 0

  async function deliver(first: number, count: number, fates: ReadonlyMap<number, Fate>): Promise<void> {
    const at = clock.now()
    const time = new Date(at + clockErrorMs).toISOString()
    const lines = Array.from(
      { length: count },
      (_, index) => `{"timestamp":"${time}","event_type":"dns","proof":${first + index}}\n`,
    )
    const { status, code } = await sendBatch(gateway, agent, lines.join(''), { stream, sequence: first })
    if (status < 200 || status >= 300) throw new Error(`${fqdn} was answered ${status} ${code}`)
    for (let sequence = first; sequence < first + count; sequence++)
      oracle.arrived(id, stream, sequence, at, fates.get(sequence))
    oracle.heard(id, at)
  }

  return {
    id,
    fqdn,
    stream: () => stream,
    next: () => next,
    /** Sends the next events of its stream. */
    async send(count: number, fates: ReadonlyMap<number, Fate> = new Map()): Promise<void> {
      await deliver(next, count, fates)
      next += count
    },
    /** Skips sequence numbers; returns the first. */
    skip(count: number): number {
      next += count
      return next - count
    },
    /** Sends numbers that were skipped. */
    fill: (first: number, count: number) => deliver(first, count, new Map()),
    /** Reports that skipped numbers will never arrive. */
    async giveUp(first: number, count: number): Promise<void> {
      const body = JSON.stringify({ ranges: [{ first, last: first + count - 1, reason: 'lost by the proof' }] })
      const path = `/v1/streams/${stream}/abandoned`
      const { status, code } = await callGateway(gateway, { method: 'POST', path, agent, body })
      if (status !== 204) throw new Error(`${fqdn} cannot give up numbers: ${status} ${code}`)
      oracle.gaveUp(
        id,
        stream,
        Array.from({ length: count }, (_, index) => first + index),
      )
    },
    /** Simulates a lost spool: numbers start from 0 in a new stream. */
    restart(): void {
      stream = randomStream()
      next = 0
    },
    async report(capture: Capture | null = null): Promise<void> {
      const at = clock.now()
      const body = JSON.stringify({ ...steady, host_time: new Date(at + clockErrorMs).toISOString(), capture })
      const { status, code } = await callGateway(gateway, { method: 'POST', path: '/v1/health', agent, body })
      if (status !== 204) throw new Error(`the report of ${fqdn} was answered ${status} ${code}`)
      oracle.heard(id, at)
    },
    close: () => agent.destroy(),
  }
}

const steady = {
  agent_version: '0.0.0-proof',
  suricata_version: null,
  ruleset_version: null,
  eve: { file: '/var/log/suricata/eve.json', unread_bytes: 0, held_files: 0, held_bytes: 0 },
  spool: { bytes: 0, limit_bytes: 1_000_000, batches: 0, is_full: false },
  lag_seconds: 0,
  events_read: 0,
  events_acknowledged: 0,
  possible_losses: [],
  memory_bytes: 1,
}
