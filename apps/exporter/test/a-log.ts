import type { ArrivalVector, LogRecord } from '@watchpost/model'
import { createScorer, firstPolicy } from '@watchpost/risk'
import type { ScorerBook } from '../src/reading/chunk.ts'
import type { Following } from '../src/reading/tail.ts'

const scorer = createScorer(firstPolicy)

/** Scorers of the first policy, whatever is asked for. */
export const someScorers: ScorerBook = {
  of: async (versions) => new Map([...versions].map((version) => [version, scorer])),
}

/** A log in memory: what is added is read by everybody who follows it. */
export function aLog(partitions: number, batchRecords = 7) {
  const records = Array.from({ length: partitions }, (): LogRecord[] => [])
  let wake = Promise.withResolvers<void>()
  let readings = 0
  let epoch = 1
  let unsent = 0

  return {
    epoch: () => epoch,
    /** What an export had not come to of the log before, as it was reported. */
    unsent: () => unsent,

    /** Another log takes its place: it is empty, and counts from 0. */
    recreate(unsentEvents: number): void {
      for (const each of records) each.length = 0
      epoch++
      unsent = unsentEvents
    },

    /** How often someone began to read it. */
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
            // Before looking: what is added in the meantime wakes us.
            const added = wake.promise
            const batch: LogRecord[] = []
            for (const [partition, own] of records.entries()) {
              const at = next.get(partition) ?? 0
              const some = own.slice(at, at + batchRecords)
              next.set(partition, at + some.length)
              batch.push(...some)
            }
            // As from a network: others have their turn in between.
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
