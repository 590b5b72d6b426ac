import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../harness/report.ts'
import { type Asker, nextOf } from './http.ts'
import type { OracleAlert } from './oracle-alerts.ts'

const QUIET_MS = 20_000

/** The alerts that a collector received, in order. */
export interface Collected {
  uuids: string[]
  /** Requests that failed and were retried. */
  refused: number
}

/** Follows the links at any instance that answers, until nothing arrives for a while after everything was sent. */
export async function collect(
  asker: Asker,
  bases: readonly string[],
  number: number,
  sent: AbortSignal,
  start = `/api/alerts?order=arrival&wait=5s&limit=${number * 700}`,
): Promise<Collected> {
  const uuids: string[] = []
  let next = start
  let refused = 0
  let lastAt = Date.now()
  for (let turn = number; !(sent.aborted && Date.now() - lastAt > QUIET_MS); turn++) {
    try {
      const answer = await asker.ask<{ uuid: string }[]>(bases[turn % bases.length] as string, next)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      uuids.push(...answer.body.map(({ uuid }) => uuid))
      next = nextOf(answer) ?? next
      if (answer.body.length > 0) lastAt = Date.now()
    } catch {
      // Retry the same position at another instance.
      refused++
      await sleep(250)
    }
    if (!sent.aborted) lastAt = Date.now()
  }
  return { uuids, refused }
}

/** Checks that each collector received every one of these alerts exactly once. */
export function checkCollected(report: Report, alerts: readonly OracleAlert[], collected: readonly Collected[]): void {
  const wanted = new Set(alerts.map(({ uuid }) => uuid))
  const streams = new Set([...wanted].map(streamOf))
  for (const [at, { uuids, refused }] of collected.entries()) {
    const own = uuids.filter((uuid) => streams.has(streamOf(uuid)))
    const distinct = new Set(own)
    const missing = [...wanted].filter((uuid) => !distinct.has(uuid))
    const counts = `${distinct.size} of ${wanted.size}, ${own.length - distinct.size} twice, ${missing.length} missing, ${refused} failed requests`
    const byProbe = Map.groupBy(missing, (uuid) => uuid.split('-')[0])
    const examples = [...byProbe].map(
      ([probe, uuids]) => `${uuids.length} of probe ${probe}: ${uuids.slice(0, 3).join(' ')}`,
    )
    report.check(
      `collector ${at + 1}: every alert once, none missing`,
      own.length === wanted.size && missing.length === 0,
      [counts, ...examples].join('; '),
    )
  }
  report.figure('alerts_by_arrival', wanted.size)
}

function streamOf(uuid: string): string {
  return uuid.split('-')[1] ?? ''
}
