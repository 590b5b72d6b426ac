import { cpuSeconds } from '../harness/processor-time.ts'
import type { Report } from '../harness/report.ts'
import type { SpeedCase } from './cases.ts'
import type { LoadClient } from './load-client.ts'
import type { LoadOrder, LoadResult } from './load-process.ts'

/** One side of the comparison. */
export interface Side {
  origin: string
  ca?: string
  pathOf(index: string): string
  /** The headers of this many callers. */
  headersOf(callers: number): string[][]
  /** Processes that work for it, by name. */
  processes: Readonly<Record<string, number>>
}

export interface SpeedOptions {
  report: Report
  load: LoadClient
  engine: Side
  api: Side
  /** The title of the table. */
  title: string
  rounds: number
  seconds: number
  /** Whether the goals must be met, only a floor for busy machines, or nothing. */
  goals: 'met' | 'floor' | 'shown'
}

const floor = 0.4

/** Runs each case on both sides alternately, so that other load on the machine affects both. */
export async function compareSpeed(options: SpeedOptions, cases: readonly SpeedCase[]): Promise<void> {
  for (const each of cases) await compareCase(options, each)
}

async function compareCase(
  { report, load, engine, api, title, rounds, seconds, goals }: SpeedOptions,
  each: SpeedCase,
) {
  const order = (side: Side, time: number): LoadOrder => ({
    origin: side.origin,
    ...(side.ca && { ca: side.ca }),
    path: side.pathOf(each.index),
    headers: side.headersOf(each.isEachCaller ? each.connections : 1),
    bodies: each.bodies.map((body) => JSON.stringify(body)),
    connections: each.connections,
    seconds: time,
  })
  for (const side of [engine, api]) await load.run(order(side, Math.min(3, seconds)))
  const bare: Measured[] = []
  const ours: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await measure(engine, () => load.run(order(engine, seconds)), seconds))
    ours.push(await measure(api, () => load.run(order(api, seconds)), seconds))
  }
  const rate = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond))
  const p50 = (results: LoadResult[]) => median(results.map((result) => result.p50))
  const p99 = (results: LoadResult[]) => median(results.map((result) => result.p99))
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Infinity)))
  const failures = [...bare, ...ours]
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => status !== '200')
  const detail = [
    `${round1(rate(bare))}/s bare, ${round1(rate(ours))}/s ours`,
    `p50 ${round1(p50(bare))} and ${round1(p50(ours))} ms`,
    `p99 ${round1(p99(bare))} and ${round1(p99(ours))} ms`,
    `CPU of a search: ${cpuText(bare)} ms bare, ${cpuText(ours)} ms ours`,
  ].join('; ')
  const least = { met: each.leastRatio ?? 0, floor: Math.min(floor, each.leastRatio ?? 0), shown: 0 }[goals]
  report.check(`${title}: ${each.name}, ${ratio.toFixed(2)} of the bare engine`, ratio >= least, detail)
  report.check(
    `${title}: ${each.name}, all answered`,
    failures.length === 0,
    failures.map((entry) => entry.join(': ')).join(', '),
  )
  if (each.mostExtraMs !== undefined && goals === 'met') {
    const extra = p50(ours) - p50(bare)
    report.check(
      `${title}: ${each.name}, median within ${each.mostExtraMs} ms`,
      extra <= each.mostExtraMs,
      `${extra.toFixed(2)} ms more`,
    )
  }
}

interface Measured extends LoadResult {
  /** CPU time of a search in each process, in milliseconds. */
  cpu: Record<string, number>
}

async function measure({ processes }: Side, run: () => Promise<LoadResult>, seconds: number): Promise<Measured> {
  const before = Object.entries(processes).map(([name, pid]) => [name, pid, cpuSeconds(pid)] as const)
  const result = await run()
  const searches = result.perSecond * seconds
  const cpu = before.map(([name, pid, from]) => [name, ((cpuSeconds(pid) - from) * 1_000) / searches] as const)
  return { ...result, cpu: Object.fromEntries(cpu) }
}

/** The median of each process. */
function cpuText(results: readonly Measured[]): string {
  const names = Object.keys(results[0]?.cpu ?? {})
  return names.map((name) => `${name} ${median(results.map(({ cpu }) => cpu[name] ?? 0)).toFixed(2)}`).join(' and ')
}

const round1 = (value: number) => Math.round(value * 10) / 10

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}
