import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownProbe } from '../identity/known-probe.ts'
import { Refusal } from '../refusal.ts'
import type { ProbePace } from './probe-pace.ts'

/** Requests of one probe at a time, at one gateway. */
const AT_ONCE = 4
/** With those that wait for their refusal; who sends even more is cut off. */
const AT_ONCE_WITH_REFUSED = 16
/** A refusal comes late: whoever does not heed it would ask again at once. */
const LATE_MS = 1_000
/** No longer, so that a higher limit is felt. */
const MAX_RETRY_SECONDS = 60

export interface ProbeGatePorts {
  pace: ProbePace
  wait?: (ms: number) => Promise<unknown>
}

/** Keeps a probe that sends too much from costing the others anything. All of it happens before a body is read. */
export function createProbeGate({ pace, wait = (ms) => sleep(ms, undefined, { ref: false }) }: ProbeGatePorts) {
  const inHand = new Map<number, number>()

  function leave(id: number): void {
    const left = (inHand.get(id) ?? 1) - 1
    if (left === 0) inHand.delete(id)
    else inHand.set(id, left)
  }

  return {
    /** Lets a request in, whatever it is about, until it is answered. */
    async enter({ id }: Pick<KnownProbe, 'id'>, answer: Pick<ServerResponse, 'once' | 'destroy'>): Promise<void> {
      const count = (inHand.get(id) ?? 0) + 1
      inHand.set(id, count)
      answer.once('close', () => leave(id))
      if (count <= AT_ONCE) return
      if (count > AT_ONCE_WITH_REFUSED) answer.destroy()
      else await wait(LATE_MS)
      throw new Refusal('probe-rate-limited', `A probe sends ${AT_ONCE} requests at a time.`, { retryAfterSeconds: 1 })
    },

    /** Refuses events of a probe that is over its limit. */
    async keepPace(probe: Pick<KnownProbe, 'id' | 'eventsPerSecond'>): Promise<void> {
      const seconds = pace.waitSeconds(probe)
      if (seconds === 0) return
      await wait(Math.min(LATE_MS, seconds * 1_000))
      const retryAfterSeconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)))
      throw new Refusal('probe-rate-limited', 'The probe has sent more than it may.', { retryAfterSeconds })
    },
  }
}
