import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { median, totalOf, type Turn } from './turns/turn.ts'

export type Turns = Record<'previous' | 'path' | 'bare' | 'rsyslog' | 'evebox', Turn[]>

/** CPU time per event at full load, microseconds. */
const MOST_ENGINE_US = 150
const MOST_SERVICES_US = 90
const MOST_TOTAL_US = 290
/** As a share of the events/s of the earlier commit, and of bare bulk requests. */
const LEAST_OF_PREVIOUS = 1.5
const LEAST_OF_BARE = 0.47
/** Whatever the refresh interval. */
const SEARCHABLE_WITHIN_S = 2
/** With five minutes, 10 s each. */
const PARTS_OF_TIME = 30
const SERVICES = ['gateway', 'kafka', 'indexer']

/** Reports all measurements as medians of the turns, and the rate of each turn. */
export function reportTurns(report: Report, results: Turns): void {
  for (const [name, all] of Object.entries(results)) {
    if (all.length === 0) continue
    const figure = (what: string, valueOf: (turn: Turn) => number | undefined) => {
      const values = all.flatMap((turn) => valueOf(turn) ?? [])
      if (values.length > 0) report.figure(`ingest_${name}_${what}`, median(values))
    }
    figure('per_second', ({ perSecond }) => perSecond)
    report.figure(`ingest_${name}_per_second_turns`, all.map(({ perSecond }) => Math.round(perSecond)).join(' '))
    for (const stage of new Set(all.flatMap(({ stages }) => Object.keys(stages)))) {
      figure(`${stage}_us_per_event`, ({ stages }) => stages[stage] ?? 0)
    }
    figure('total_us_per_event', totalOf)
    figure('engine_compiler_us_per_event', ({ engineCompiler }) => engineCompiler)
    figure('engine_after_us_per_event', ({ engineAfter }) => engineAfter)
    figure('searchable_p99_ms', ({ searchableP99Ms }) => searchableP99Ms)
    figure('disk_per_eve_byte', ({ diskPerByte }) => diskPerByte)
  }
}

/** Small sizes measure engines and services that have just started: the cost per event is then only reported. */
export function checkCosts(report: Report, results: Turns, { isJudged }: { isJudged: boolean }): void {
  const medianOf = (all: readonly Turn[], valueOf: (turn: Turn) => number) => median(all.map(valueOf))
  const rate = (all: readonly Turn[]) => medianOf(all, ({ perSecond }) => perSecond)
  const { path, previous, bare, rsyslog, evebox } = results

  report.figure('ingest_path_to_rsyslog', rate(path) / rate(rsyslog))
  atLeast(report, 'events/s of the pipeline, of those of bare bulk requests', rate(path) / rate(bare), LEAST_OF_BARE)
  if (!isJudged) return
  const most = (name: string, us: number, allowed: number) =>
    report.check(`${name}: at most ${allowed} µs of processor time per event`, us <= allowed, `${us.toFixed(0)} µs`)
  most('engine', medianOf(path, engineOf), MOST_ENGINE_US)
  most('gateway, Kafka and indexer', medianOf(path, servicesOf), MOST_SERVICES_US)
  const total = medianOf(path, totalOf)
  most('everything', total, MOST_TOTAL_US)
  if (previous.length > 0) {
    atLeast(report, 'events/s, of those of the previous commit', rate(path) / rate(previous), LEAST_OF_PREVIOUS)
  }
  if (evebox.length > 0) {
    const theirs = medianOf(evebox, totalOf)
    report.check(
      'less processor time per event than EveBox with SQLite',
      total < theirs,
      `${total.toFixed(0)} µs, EveBox ${theirs.toFixed(0)} µs`,
    )
  }
}

/** Processors in use at half load: where these are short, refreshes are late. */
export function reportCores(
  report: Report,
  before: Record<string, number>,
  after: Record<string, number>,
  seconds: number,
): void {
  for (const [stage, used] of Object.entries(after)) {
    report.figure(`fresh_${stage}_cores`, (used - (before[stage] ?? 0)) / seconds)
  }
}

/** At half load, from sending to searchable. */
export function checkFreshness(report: Report, times: readonly number[]): void {
  const p99 = quantile(times, 0.99)
  report.figure('fresh_p50_ms', quantile(times, 0.5))
  report.figure('fresh_p99_ms', p99)
  report.figure('fresh_slowest_ms_over_time', slowestOverTime(times).map(Math.round).join(' '))
  report.check(
    `searchable within ${SEARCHABLE_WITHIN_S} s at half load, at p99`,
    p99 <= SEARCHABLE_WITHIN_S * 1_000,
    `${(p99 / 1_000).toFixed(2)} s`,
  )
}

/** Shows whether slow moments are at the start, regular or single. The times are in the order of sending. */
function slowestOverTime(times: readonly number[]): number[] {
  const perPart = Math.ceil(times.length / PARTS_OF_TIME)
  return Array.from({ length: Math.ceil(times.length / perPart) }, (_, part) =>
    Math.max(...times.slice(part * perPart, (part + 1) * perPart)),
  )
}

function atLeast(report: Report, name: string, value: number, least: number): void {
  report.check(`${name}: at least ${least}`, value >= least, value.toFixed(2))
}

function engineOf({ stages }: Turn): number {
  return stages.opensearch ?? 0
}

function servicesOf({ stages }: Turn): number {
  return SERVICES.reduce((sum, name) => sum + (stages[name] ?? 0), 0)
}
