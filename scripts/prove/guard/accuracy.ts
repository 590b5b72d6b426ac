import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuSeconds } from '../processor-time.ts'
import { quantile } from '../quantile.ts'
import type { Report } from '../report.ts'
import { type Caller, searchPatiently } from './api-callers.ts'
import type { CostlyBody } from './costly-bodies.ts'
import { clearCaches, idleShare, lanes, LEAST_MS } from './engine-cost.ts'
import type { LargeSite } from './large-site.ts'
import { measureReading } from './reading-times.ts'

export interface AccuracyOptions {
  report: Report
  /** Where what was measured is written. */
  dir: string
  /** How many of the costliest bodies are measured, evenly chosen. */
  bodies: number
  isSmall: boolean
}

/** Estimate and measurement of a body. */
interface Measured {
  body: CostlyBody
  estimatedMs: number
  measuredMs: number
  ratio: number
}

const MOST_FACTOR = 5
const LEAST_SHARE = 0.95
/** Few documents take less than the clock can tell and than a cold engine spends on itself: only gross errors show. */
const SMALL_FACTOR = 100
/** An engine that just started compiles its code and reads its fields: no measure of a search. */
const WARM_UP = 20
const SMALL_WARM_UP = 3
const IDLE_MS = 5_000
const SMALL_IDLE_MS = 1_000
const SHOWN = 10
const STEP = 100
/** Reading the times of documents may cost the engine this much for each million of them. */
const READING_MS_PER_MILLION = 50

/**
 * Compares estimates with the processor time of the engine's process, one body at a time on an engine that has nothing
 * else to do. What the idle engine uses is subtracted.
 */
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
  const idle = await idleShare(dataset.pid(), isSmall ? SMALL_IDLE_MS : IDLE_MS)
  const measured: Measured[] = []
  for (const body of chosen) {
    const result = await measure(caller, body, dataset.pid(), idle)
    if (result) measured.push(result)
    if (measured.length % STEP === 0) report.step(`${measured.length} of ${chosen.length} measured`)
  }
  report.figure('accuracy_rows', writeRows(dir, measured))
  judge(report, measured, isSmall ? SMALL_FACTOR : MOST_FACTOR)

  const { milliseconds, documents } = await measureReading(dataset)
  const perMillion = milliseconds / (documents / 1_000_000)
  report.check(
    `reading when ${documents} documents happened takes at most ${READING_MS_PER_MILLION} ms of a processor a million`,
    isSmall || perMillion <= READING_MS_PER_MILLION,
    `${perMillion.toFixed(1)} ms`,
  )
  report.figure('reading_times_ms_per_million', perMillion)
}

function judge(report: Report, measured: readonly Measured[], factor: number): void {
  const ratios = measured.map(({ ratio }) => ratio)
  const within = measured.filter(({ ratio }) => ratio <= factor && ratio >= 1 / factor)
  const off = measured
    .toSorted((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)))
    .slice(0, SHOWN)
  report.check(
    `estimates are within a factor of ${factor} of the engine's processor time for 95% of ${measured.length} bodies`,
    measured.length > 0 && within.length >= measured.length * LEAST_SHARE,
    `${((100 * within.length) / measured.length).toFixed(1)}%; furthest off: ${off.map(describe).join(' | ')}`,
  )
  for (const [name, at] of [
    ['p05', 0.05],
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    report.figure(`accuracy_estimate_by_measured_${name}`, quantile(ratios, at))
  }
}

function describe({ body, estimatedMs, measuredMs }: Measured): string {
  const [most] = body.parts
  const of = most ? `, most of it ${most.what} (${most.pointer})` : ''
  return `${estimatedMs.toFixed(0)} for ${measuredMs.toFixed(0)} ms${of}: ${body.text.slice(0, 300)}`
}

/** One line for each body, to fit the weights by. */
function writeRows(dir: string, measured: readonly Measured[]): string {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'accuracy.ndjson')
  const rows = measured.map(({ body: { text, parts }, estimatedMs, measuredMs }) =>
    JSON.stringify({ estimated_ms: estimatedMs, measured_ms: measuredMs, parts, body: text }),
  )
  writeFileSync(file, `${rows.join('\n')}\n`)
  return file
}

async function measure(caller: Caller, body: CostlyBody, pid: number, idle: number): Promise<Measured | undefined> {
  const [startedAt, before] = [performance.now(), cpuSeconds(pid)]
  if (!(await answered(caller, body.text))) return undefined
  const spent = (cpuSeconds(pid) - before) * 1_000 - (performance.now() - startedAt) * idle
  const measuredMs = Math.max(LEAST_MS, spent)
  const estimatedMs = Math.max(LEAST_MS, body.workMs * lanes())
  return { body, estimatedMs, measuredMs, ratio: estimatedMs / measuredMs }
}

/** A search that timed out or was refused in the engine says nothing about its whole work. */
async function answered(caller: Caller, text: string): Promise<boolean> {
  return (await searchPatiently(caller, 'network_events', text)).status === 200
}

function evenly<T>(all: readonly T[], wanted: number): T[] {
  const step = Math.max(1, all.length / wanted)
  return Array.from({ length: Math.min(wanted, all.length) }, (_, index) => all[Math.floor(index * step)] as T)
}
