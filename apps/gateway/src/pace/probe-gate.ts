import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownProbe } from '../identity/known-probe.ts'
import { Refusal } from '../refusal.ts'
import type { ProbePace } from './probe-pace.ts'

/** Concurrent batches, and requests of any kind, per probe and gateway. */
const BATCHES_AT_ONCE = 4
const REQUESTS_AT_ONCE = 8
/** Includes requests that wait for their refusal; beyond it, the connection is closed. */
const REQUESTS_WITH_REFUSED = 24
/** Refusals are delayed: a probe that ignores Retry-After would retry at once. */
const LATE_MS = 1_000
/** Upper bound of Retry-After, so that a raised limit takes effect soon. */
const MAX_RETRY_SECONDS = 60

type Answer = Pick<ServerResponse, 'once' | 'destroy'> & Partial<Pick<ServerResponse, 'destroyed'>>

export interface ProbeGatePorts {
  pace: ProbePace<Pick<KnownProbe, 'eventsPerSecond'>>
  wait?: (ms: number) => Promise<unknown>
}

/** Keeps a probe that sends too much from slowing down the others. All checks happen before a body is read. */
export function createProbeGate({ pace, wait = (ms) => sleep(ms, undefined, { ref: false }) }: ProbeGatePorts) {
  const requests = createCount()
  const batches = createCount()

  return {
    /** Counts a request of any kind until it is answered. */
    async enter({ id }: Pick<KnownProbe, 'id'>, answer: Answer): Promise<void> {
      const count = requests.add(id, answer)
      if (count <= REQUESTS_AT_ONCE) return
      if (count > REQUESTS_WITH_REFUSED) answer.destroy()
      else await wait(LATE_MS)
      throw tooMany(`A probe has ${REQUESTS_AT_ONCE} requests at a time.`, 1)
    },

    /** Admits a batch, unless the probe is over its rate limit or has too many batches in flight. */
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

/** Counts the unanswered requests of each probe. */
function createCount() {
  const inHand = new Map<number, number>()
  return {
    /** Adds a request until it is answered or its connection closes; returns the count including it. */
    add(id: number, answer: Answer): number {
      const count = (inHand.get(id) ?? 0) + 1
      // The connection closed during identification: 'close' has already fired, so the count would never go down.
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
