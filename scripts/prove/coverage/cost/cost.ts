import { createCoverageStore } from '@watchpost/store'
import { connectSuperuser } from '../../audit/database.ts'
import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import type { ClockedStack } from '../clocked-stack.ts'
import { createStatementClient, type StatementClient } from '../statement-client.ts'
import { fillHours, sizeOfCoverage } from './fill-hours.ts'
import { proveWriting } from './writing.ts'
import { HOUR_MS } from '../hour.ts'

const DAY_MS = 24 * HOUR_MS
const FIRST_PROBE = 100_001
const DAY_WITHIN_MS = 100
const ALL_WITHIN_MS = 1_000
const SILENT_SECONDS = 120
/** The first requests run with cold database caches and code that is not yet compiled. */
const WARM_UPS = 10

export interface CostSize {
  probes: number
  days: number
  requests: number
  /** Factor on the full-size time limits, for a machine with other load. */
  leniency: number
  /** The number of events sent while the cost of writing is measured. */
  events: number
}

/** The cost of writing and reading coverage at full size. */
export async function proveCost(stage: ClockedStack, report: Report, size: CostSize): Promise<void> {
  await proveWriting(stage, report, size.events)
  const { proof, clock } = stage
  const owner = connectSuperuser(proof.stack)
  const client = await createStatementClient(proof.stack)
  const until = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
  report.step(`filling ${size.probes} probes and ${size.days} days`)
  await fillHours(owner, { first: FIRST_PROBE, probes: size.probes, days: size.days, until })
  const { rows, bytes } = await sizeOfCoverage(owner)
  report.figure('coverage_rows', rows)
  report.figure('coverage_mib', bytes / 1024 ** 2)

  const day = await timesOf(client, until - DAY_MS, until, size.requests)
  const all = await timesOf(client, until - size.days * DAY_MS, until, Math.ceil(size.requests / 5))
  const single = await timesOf(client, until - size.days * DAY_MS, until, size.requests, FIRST_PROBE + 7)
  const perDay = quantile(day, 0.95)
  const ofAll = quantile(all, 0.95)
  report.figure('one_day_p50_ms', quantile(day, 0.5))
  report.figure('all_days_p50_ms', quantile(all, 0.5))
  report.figure('one_probe_all_days_p95_ms', quantile(single, 0.95))
  const what = `${size.probes} probes`
  report.checkTime(`one day of ${what}, p95`, perDay / 1_000, (size.leniency * DAY_WITHIN_MS) / 1_000)
  report.checkTime(`${size.days} days of ${what}, p95`, ofAll / 1_000, (size.leniency * ALL_WITHIN_MS) / 1_000)
  report.figure('one_day_p95_ms', perDay)
  report.figure('all_days_p95_ms', ofAll)
  report.figure('figures_ms', await figuresTime(owner))
  client.close()
  await owner.close()
}

async function timesOf(client: StatementClient, from: number, to: number, requests: number, probe?: number) {
  const times: number[] = []
  for (let request = -WARM_UPS; request < requests; request++) {
    const startedAt = performance.now()
    const { hours } = await client.statement(from, to, probe)
    if (probe === undefined && hours.length < 24) throw new Error('the statement does not show what was filled in')
    if (request >= 0) times.push(performance.now() - startedAt)
  }
  return times
}

/** What each API instance reads every 2 seconds for headers and metrics. */
async function figuresTime(store: Parameters<typeof createCoverageStore>[0]): Promise<number> {
  const coverage = createCoverageStore(store)
  await coverage.figures(SILENT_SECONDS)
  const startedAt = performance.now()
  for (let turn = 0; turn < 3; turn++) await coverage.figures(SILENT_SECONDS)
  return (performance.now() - startedAt) / 3
}
