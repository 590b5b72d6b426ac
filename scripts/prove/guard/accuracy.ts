import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { type Caller, searchPatiently } from './site/api-callers.ts'
import type { CostlyBody } from './bodies/costly-bodies.ts'
import { clearCaches, parallelism } from './engine/engine-cost.ts'
import { workerMsSince, workerTimes } from './engine/engine-threads.ts'
import type { LargeSite } from './site/large-site.ts'
import { measureReading } from './engine/reading-times.ts'

export interface AccuracyOptions {
  report: Report
  /** The folder for the measurements. */
  dir: string
  /** How many of the costliest bodies to measure, evenly chosen. */
  bodies: number
  isSmall: boolean
}

/** The expected and measured cost of a body. */
interface Measured {
  body: CostlyBody
  expectedMs: number
  measuredMs: number
  ratio: number
}

const MOST_FACTOR = 5
const LEAST_SHARE = 0.95
/** A shorter search is cheap whatever the estimate. It is judged only if the estimate says otherwise. */
const LEAST_MS = 100
/** On few documents, fixed costs of a cold engine dominate: only gross errors show. */
const SMALL_FACTOR = 100
/** An engine that has just started compiles code and loads fields, which would distort the measurement. */
const WARM_UP = 20
const SMALL_WARM_UP = 3
const SHOWN = 10
const STEP = 100
/**
 * Reading times and a sample may cost the engine this much per million documents, with a minimum number of documents.
 */
const READING_MS_PER_MILLION = 50
const READING_DOCUMENTS = 10_000_000

/** Compares expected costs with the CPU time of the engine's tasks, one body at a time on an otherwise idle engine. */
export async function checkAccuracy(
  { report, dir, bodies, isSmall }: AccuracyOptions,
  { dataset, callers, costly }: LargeSite,
): Promise<void> {
  const [caller] = callers
  if (!caller) throw new Error('no callers')
  const chosen = evenly(costly, bodies)
  report.step(`${chosen.length} of the costliest bodies, one at a time`)
  for (const { text } of evenly(costly, isSmall ? SMALL_WARM_UP : WARM_UP)) await answered(caller, text)
  await clearCaches(dataset.url)
  const measured: Measured[] = []
  for (const body of chosen) {
    const result = await measure(caller, body, dataset.pid())
    if (result) measured.push(result)
    if (measured.length % STEP === 0) report.step(`${measured.length} of ${chosen.length} measured`)
  }
  report.figure('accuracy_rows', writeRows(dir, measured))
  judge(report, measured, isSmall ? SMALL_FACTOR : MOST_FACTOR, isSmall ? 0 : LEAST_MS)
  await checkReading(report, dataset)
}

async function checkReading(report: Report, dataset: LargeSite['dataset']): Promise<void> {
  const { milliseconds, sampleMs, documents, sampled } = await measureReading(dataset)
  const perMillion = milliseconds / (documents / 1_000_000)
  report.check(
    `reading the times of ${documents} documents and ${sampled} of them takes at most ${READING_MS_PER_MILLION} ms of CPU for each million, if they are ${READING_DOCUMENTS} or more`,
    documents < READING_DOCUMENTS * 0.9 || perMillion <= READING_MS_PER_MILLION,
    `${milliseconds.toFixed(0)} ms, ${perMillion.toFixed(1)} ms for each million`,
  )
  report.figure('reading_ms', milliseconds)
  report.figure('reading_sample_ms', sampleMs)
  report.figure('reading_ms_per_million', perMillion)
}

function judge(report: Report, measured: readonly Measured[], factor: number, leastMs: number): void {
  const judged = measured.filter(({ expectedMs, measuredMs }) => Math.max(measuredMs, expectedMs / factor) >= leastMs)
  const within = judged.filter(({ ratio }) => ratio <= factor && ratio >= 1 / factor)
  const off = judged
    .toSorted((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)))
    .slice(0, SHOWN)
  const isEnough = judged.length === 0 ? leastMs > 0 : within.length >= judged.length * LEAST_SHARE
  report.check(
    `expected costs are within a factor of ${factor} of the CPU time of the engine's tasks for 95% of ${judged.length} bodies of ${leastMs} ms or more, out of ${measured.length}`,
    measured.length > 0 && isEnough,
    `${((100 * within.length) / judged.length).toFixed(1)}%; furthest off: ${off.map(describe).join(' | ')}`,
  )
  report.figure('accuracy_judged_bodies', judged.length)
  report.figure('accuracy_within_factor', within.length / judged.length)
  const ratios = judged.map(({ ratio }) => ratio)
  const worst = judged.map(({ body, measuredMs }) => (body.workMs * parallelism()) / measuredMs)
  for (const [name, at] of [
    ['p05', 0.05],
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    report.figure(`accuracy_expected_by_measured_${name}`, quantile(ratios, at))
    report.figure(`accuracy_worst_by_measured_${name}`, quantile(worst, at))
  }
}

function describe({ body, expectedMs, measuredMs }: Measured): string {
  const [most] = body.parts.toSorted((one, other) => other.expected_ms - one.expected_ms)
  const of = most ? `, most of it ${most.what} (${most.pointer})` : ''
  return `${expectedMs.toFixed(0)} for ${measuredMs.toFixed(0)} ms${of}: ${body.text.slice(0, 300)}`
}

/** One line per body, for fitting the weights. */
function writeRows(dir: string, measured: readonly Measured[]): string {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'accuracy.ndjson')
  const rows = measured.map(({ body: { text, parts, workMs }, expectedMs, measuredMs }) =>
    JSON.stringify({ worst_ms: workMs, expected_ms: expectedMs, measured_ms: measuredMs, parts, body: text }),
  )
  writeFileSync(file, `${rows.join('\n')}\n`)
  return file
}

async function measure(caller: Caller, body: CostlyBody, pid: number): Promise<Measured | undefined> {
  const before = workerTimes(pid)
  if (!(await answered(caller, body.text))) return undefined
  const measuredMs = Math.max(1, workerMsSince(pid, before))
  const expectedMs = body.expectedMs * parallelism()
  return { body, expectedMs, measuredMs, ratio: expectedMs / measuredMs }
}

/** A search that timed out or was rejected by the engine does not show its full cost. */
async function answered(caller: Caller, text: string): Promise<boolean> {
  return (await searchPatiently(caller, 'network_events', text)).status === 200
}

function evenly<T>(all: readonly T[], wanted: number): T[] {
  const step = Math.max(1, all.length / wanted)
  return Array.from({ length: Math.min(wanted, all.length) }, (_, index) => all[Math.floor(index * step)] as T)
}
