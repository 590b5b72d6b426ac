import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { type Caller, searchPatiently } from './site/api-callers.ts'
import type { CostlyBody } from './bodies/costly-bodies.ts'
import { engineState } from './engine/engine-watch.ts'
import type { LargeSite } from './site/large-site.ts'

const MOST_TIMEOUTS = 0.01
const SHOWN = 5
const STEP = 100

/** The costliest accepted bodies, one after the other over many documents: they finish in time, and memory suffices. */
export async function checkCostly(report: Report, { dataset, callers, costly }: LargeSite): Promise<void> {
  const before = await engineState(dataset.url)
  const { statuses, times, slow, wrong } = await sendEach(callers, costly, report)
  const after = await engineState(dataset.url)
  const timeouts = statuses[504] ?? 0
  const answered = Object.values(statuses).reduce((sum, each) => sum + each, 0)
  const share = timeouts / answered
  report.check(
    `of the ${answered} costliest bodies at most 1% time out`,
    share <= MOST_TIMEOUTS,
    `${timeouts} did: ${slow.slice(0, SHOWN).join(' | ')}`,
  )
  report.check(
    'none trips a memory breaker',
    after.breakerTrips === before.breakerTrips,
    String(after.breakerTrips - before.breakerTrips),
  )
  report.check('none is answered with another fault', wrong.length === 0, wrong.slice(0, SHOWN).join(' | '))
  report.check('the engine stays up', after.startedAt === before.startedAt)
  for (const [name, at] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    report.figure(`costly_${name}_ms`, quantile(times, at))
  }
  report.figure('costly_statuses', JSON.stringify(statuses))
}

async function sendEach(callers: readonly Caller[], bodies: readonly CostlyBody[], report: Report) {
  const statuses: Record<number, number> = {}
  const times: number[] = []
  const slow: string[] = []
  const wrong: string[] = []
  const row = bodies.values()
  await Promise.all(
    callers.map(async (caller) => {
      for (const { text } of row) {
        const { status, text: answer, ms } = await searchPatiently(caller, 'network_events', text)
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(ms)
        if (status === 504) slow.push(text.slice(0, 400))
        // Too many buckets shows only in the data: the API returns 422.
        else if (![200, 422].includes(status)) wrong.push(`${status} ${answer.slice(0, 200)} for ${text.slice(0, 400)}`)
        if (times.length % STEP === 0) report.step(`${times.length} of ${bodies.length}, ${slow.length} timed out`)
      }
    }),
  )
  return { statuses, times, slow, wrong }
}
