import type { ArrivalVector, LogRecord } from '@watchpost/model'
import { createScorer, firstPolicy } from '@watchpost/risk'
import type { ScorerBook } from '../src/reading/chunk.ts'
import type { Following } from '../src/reading/tail.ts'

const scorer = createScorer(firstPolicy)

/** Scorers of the first policy, for every version. */
export const someScorers: ScorerBook = {
  of: async (versions) => new Map([...versions].map((version) => [version, scorer])),
}

/** An in-memory log: added records reach all followers. */
export function aLog(partitions: number, batchRecords = 7) {
  const records = Array.from({ length: partitions }, (): LogRecord[] => [])
  let wake = Promise.withResolvers<void>()
  let readings = 0
  let epoch = 1
  let unsent = 0

  return {
    epoch: () => epoch,
    /** Unsent events in the previous log, as reported. */
    unsent: () => unsent,

    /** Replaces the log by an empty one that counts from 0. */
    recreate(unsentEvents: number): void {
      for (const each of records) each.length = 0
      epoch++
      unsent = unsentEvents
    },

    /** How many readers were started. */
    readings: () => readings,
    ends: (): ArrivalVector => new Map(records.map((each, partition) => [partition, each.length])),

    add(probeId: number, stream: string, sequence: number, kind = 'dns'): void {
      const partition = probeId % partitions
      const own = records[partition]
      const body = { event_type: kind, timestamp: '2026-11-14T09:12:33.412118+0000', src_ip: '192.0.2.7', n: sequence }
      own?.push({
        identity: { probeId, stream, sequence },
        fqdn: `probe-${probeId}.example.test`,
        policyVersion: 1,
        receivedAt: Date.now(),
        partition,
        offset: own.length,
        payload: Buffer.from(JSON.stringify(body)),
      })
      wake.resolve()
      wake = Promise.withResolvers<void>()
    },

    follow(from: ArrivalVector): Following {
      readings++
      const next = new Map(from)
      return {
        async *batches(stop) {
          while (!stop.aborted) {
            // Take the promise before looking, so that a record added in between wakes us.
            const added = wake.promise
            const batch: LogRecord[] = []
            for (const [partition, own] of records.entries()) {
              const at = next.get(partition) ?? 0
              const some = own.slice(at, at + batchRecords)
              next.set(partition, at + some.length)
              batch.push(...some)
            }
            // Like a network: yield to other tasks.
            await new Promise((resolve) => setImmediate(resolve))
            if (batch.length > 0) yield batch
            else await Promise.race([added, abortOf(stop)])
          }
        },
        stop: async () => undefined,
      }
    },
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
