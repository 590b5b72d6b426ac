import { fieldCatalog } from '@watchpost/engine'
import { benignBodies } from '../../../packages/query-guard/src/fixtures/benign/benign-bodies.ts'
import { sampleOf } from '../../../packages/query-guard/src/fixtures/sampled.ts'
import { worstBodies } from '../../../packages/query-guard/src/fixtures/worst.ts'
import { guardSearch } from '../../../packages/query-guard/src/guard-search.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'

const encoder = new TextEncoder()
const fields = fieldCatalog('network_events')
const options = {
  fields,
  kind: 'search',
  inputs: { documents: 10_000_000, shards: 30, cores: 2, sample: sampleOf(10_000_000) },
  // Rejected bodies skip the cost estimate and would take less time.
  budget: { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE },
} as const
const MOST_TRIES = 20
const PARTS = 5

export interface TimingOptions {
  runs: number
  /** The most CPU time of the worst body; twice as much where proofs run side by side and share caches. */
  mostMs: number
}

/** The guard's run time for typical bodies and for the worst ones within 256 KiB. */
export function checkTimings(report: Report, { runs, mostMs }: TimingOptions): void {
  const bodies = benignBodies.map(({ body }) => encoder.encode(JSON.stringify(body)))
  for (const bytes of bodies) time(bytes)
  const times = Array.from({ length: runs }, () => bodies.map(time)).flat()
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  report.check('p99 of the example bodies is under 1 ms', p99 < 1, `p50 ${micros(p50)}, p99 ${micros(p99)}`)

  const worst = Object.entries(worstBodies).map(([name, text]) => ({
    name,
    ms: processorMs(encoder.encode(text), runs),
  }))
  const slowest = worst.reduce((most, each) => (each.ms > most.ms ? each : most))
  report.check(
    `the worst body of 256 KiB takes under ${mostMs} ms of a processor`,
    slowest.ms < mostMs,
    `${slowest.name}: ${slowest.ms.toFixed(1)} ms`,
  )

  const deep = encoder.encode('{"a":['.repeat(500_000))
  report.check('a million levels are answered without a deep stack', !guardSearch(deep, options).ok)
  report.figure('guard_p50_us', p50 * 1_000)
  report.figure('guard_p99_us', p99 * 1_000)
  report.figure('guard_worst_ms', slowest.ms)
}

/**
 * The thread's CPU time. Other work on the same core and its caches can only add to it, so the least of several parts
 * counts. A part is longer than the kernel's clock tick.
 */
function processorMs(bytes: Uint8Array, runs: number): number {
  for (let turn = 0; turn < 3; turn++) guardSearch(bytes, options)
  const each = Math.max(2, Math.ceil(runs / PARTS))
  const parts = Array.from({ length: PARTS }, () => {
    const before = process.threadCpuUsage()
    for (let turn = 0; turn < each; turn++) guardSearch(bytes, options)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / each / 1_000
  })
  return Math.min(...parts)
}

/** A sample that the kernel interrupted for another process is discarded and taken again. */
function time(bytes: Uint8Array): number {
  let milliseconds = 0
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = process.resourceUsage().involuntaryContextSwitches
    const startedAt = performance.now()
    guardSearch(bytes, options)
    milliseconds = performance.now() - startedAt
    if (process.resourceUsage().involuntaryContextSwitches === before) return milliseconds
  }
  return milliseconds
}

function micros(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)} µs`
}
