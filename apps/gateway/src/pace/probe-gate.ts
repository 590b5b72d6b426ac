import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownProbe } from '../identity/known-probe.ts'
import { Refusal } from '../refusal.ts'
import type { ProbePace } from './probe-pace.ts'

/** Of one probe at a time, at one gateway: batches, and requests of any kind. */
const BATCHES_AT_ONCE = 4
const REQUESTS_AT_ONCE = 8
/** With those that wait for their refusal; who sends even more is cut off. */
const REQUESTS_WITH_REFUSED = 24
/** A refusal comes late: a probe that ignores it would ask again at once. */
const LATE_MS = 1_000
/** No longer, so that a higher limit is felt. */
const MAX_RETRY_SECONDS = 60

type Answer = Pick<ServerResponse, 'once' | 'destroy'> & Partial<Pick<ServerResponse, 'destroyed'>>

export interface ProbeGatePorts {
  pace: ProbePace
  wait?: (ms: number) => Promise<unknown>
}

/** Keeps a probe that sends too much from costing the others anything. All of it happens before a body is read. */
export function createProbeGate({ pace, wait = (ms) => sleep(ms, undefined, { ref: false }) }: ProbeGatePorts) {
  const requests = createCount()
  const batches = createCount()

  return {
    /** Lets a request in, whatever it is about, until it is answered. */
    async enter({ id }: Pick<KnownProbe, 'id'>, answer: Answer): Promise<void> {
      const count = requests.add(id, answer)
      if (count <= REQUESTS_AT_ONCE) return
      if (count > REQUESTS_WITH_REFUSED) answer.destroy()
      else await wait(LATE_MS)
      throw tooMany(`A probe has ${REQUESTS_AT_ONCE} requests at a time.`, 1)
    },

    /** Lets a batch in, unless the probe is over its limit or has too many under way. */
    async enterBatch(probe: Pick<KnownProbe, 'id' | 'eventsPerSecond'>, answer: Answer): Promise<void> {
      const count = batches.add(probe.id, answer)
      const seconds = count > BATCHES_AT_ONCE ? 1 : pace.waitSeconds(probe)
      if (seconds === 0) return
      await wait(Math.min(LATE_MS, seconds * 1_000))
      throw tooMany(
        count > BATCHES_AT_ONCE
          ? `A probe sends ${BATCHES_AT_ONCE} batches at a time.`
          : 'The probe has sent more events than it may.',
        Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds))),
      )
    },
  }
}

/** How many of each probe have no answer yet. */
function createCount() {
  const inHand = new Map<number, number>()
  return {
    /** One more until its answer is given or its connection ends; with it there are so many. */
    add(id: number, answer: Answer): number {
      const count = (inHand.get(id) ?? 0) + 1
      // Its connection ended while it was identified: it has closed already, and would count for ever.
      if (answer.destroyed) return count
      inHand.set(id, count)
      answer.once('close', () => {
        const left = (inHand.get(id) ?? 1) - 1
        if (left === 0) inHand.delete(id)
        else inHand.set(id, left)
      })
      return count
    },
  }
}

function tooMany(detail: string, retryAfterSeconds: number): Refusal {
  return new Refusal('probe-rate-limited', detail, { retryAfterSeconds })
}
