import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkVerdict, judge, settle } from '../harness/judge.ts'
import { createLoad } from '../harness/load.ts'
import { engineUrl } from '../harness/stack/proof-stack.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { type Caller, makeCallers } from './site/api-callers.ts'
import { type CostlyBody, costliestBodies } from './bodies/costly-bodies.ts'
import { engineState, plantCanary } from './engine/engine-watch.ts'
import { ensureLargeDataset } from './site/large-dataset.ts'
import { startStackWithDataset } from './site/stack-with-dataset.ts'
import { untilTimesAreRead } from './engine/until-times-read.ts'
import { withSettings } from '../harness/stack/with-settings.ts'

export interface PressureOptions {
  report: Report
  dir: string
  documents: number
  seed: number
  seconds: number
  /** Events sent per second during the test. */
  rate: number
  isSmall: boolean
}

const CALLERS = 50
const BODIES = 200
const CHEAP_EVERY_MS = 200
const CHEAP_P95_MS = 500
/** A small CI machine is busy with other work. */
const SMALL_CHEAP_P95_MS = 5_000
/** With another proof on the same two cores the engine was silent for seconds although it was up. */
const SMALL_SILENCE_MS = '10000'
const MOST_WAIT_MS = 5_000
/** Events acknowledged under pressure are indexed once the engine has capacity again. */
const CATCH_UP_MS = 900_000
const LOAD_SEEDS = 1_000_000

const CHEAP = JSON.stringify({
  size: 10,
  query: { bool: { filter: [{ term: { event_type: 'alert' } }, { range: { '@timestamp': { gte: 'now-1h' } } }] } },
  sort: [{ '@timestamp': 'desc' }],
})

/**
 * Many callers send the worst accepted bodies for minutes: the engine stays up, events are still stored, and cheap
 * searches stay fast.
 */
export async function checkPressure({
  report,
  dir,
  documents,
  seed,
  seconds,
  rate,
  isSmall,
}: PressureOptions): Promise<void> {
  const meta = await ensureLargeDataset(documents, report)
  report.step(`a whole stack on ${documents} documents`)
  const settings: Record<string, string> = isSmall ? { API_ENGINE_SILENCE_MS: SMALL_SILENCE_MS } : {}
  await using proof = await withSettings(settings, () => startStackWithDataset(dir, meta))
  const { stack, api } = proof
  const engine = engineUrl(stack)
  await plantCanary(engine)
  const endpoint = {
    url: `https://127.0.0.1:${stack.state.config.apiPort}`,
    ca: readFileSync(stack.folder.ca, 'utf8'),
    credentials: JSON.parse(readFileSync(stack.folder.admin, 'utf8')) as { username: string; password: string },
  }
  const [cheap, ...callers] = await makeCallers(endpoint, CALLERS + 1)
  if (!cheap) throw new Error('no callers')
  await untilTimesAreRead(cheap, meta)
  const bodies = await costliestBodies(cheap, meta, BODIES, seed)
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}`, rate })

  report.step(`${CALLERS} callers with ${bodies.length} bodies for ${seconds} s, and ${rate} events/s`)
  const before = await engineState(engine)
  const until = Date.now() + seconds * 1_000
  const [statuses, times] = await Promise.all([
    press(callers, bodies, until),
    askCheaply(cheap, until),
    // A different seed from the data set's: probes with the same seed would send the same events.
    load.send(seed + LOAD_SEEDS, rate * seconds),
  ])
  const late = await settle(api, documents + rate * seconds, CATCH_UP_MS)
  const after = await engineState(engine)

  const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const faults = Object.entries(statuses).filter(([status]) => Number(status) >= 500 && status !== '504')
  report.check('the engine stays up', after.startedAt === before.startedAt)
  report.check('no answer is a fault of ours', faults.length === 0, answered.join(', '))
  checkVerdict(
    report,
    `${rate} events/s were all stored, whole, once`,
    rate * seconds,
    await judge(api, load.oracles()),
  )
  const p95 = quantile(times, 0.95)
  const limit = isSmall ? SMALL_CHEAP_P95_MS : CHEAP_P95_MS
  report.check(
    `cheap searches stay under ${limit} ms (p95)`,
    p95 < limit,
    `p50 ${quantile(times, 0.5).toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)} ms, ${times.length} searches`,
  )
  report.figure('pressure_answers', answered.join(', '))
  report.figure('pressure_breaker_trips', after.breakerTrips - before.breakerTrips)
  report.figure('pressure_searchable_after_s', late)
  report.figure('pressure_cheap_p95_ms', p95)
  await Promise.all([cheap, ...callers].map((each) => each.close()))
}

/** Each caller sends requests continuously and honours Retry-After. */
async function press(callers: readonly Caller[], bodies: readonly CostlyBody[], until: number) {
  const statuses: Record<number, number> = {}
  await Promise.all(
    callers.map(async (caller, own) => {
      for (let turn = own; Date.now() < until; turn++) {
        const { status, retryAfterMs } = await caller.search(
          'network_events',
          bodies[turn % bodies.length]?.text ?? '{}',
        )
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 429) await sleep(Math.min(MOST_WAIT_MS, retryAfterMs ?? 1_000))
      }
    }),
  )
  return statuses
}

async function askCheaply(caller: Caller, until: number): Promise<number[]> {
  const times: number[] = []
  while (Date.now() < until) {
    const { status, ms } = await caller.search('network_events', CHEAP)
    // A rejected search counts as slow.
    times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
    await sleep(CHEAP_EVERY_MS)
  }
  return times
}
