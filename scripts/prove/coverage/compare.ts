import { setTimeout as sleep } from 'node:timers/promises'
import { type ExpectedHour, nothing, type Oracle } from './oracle.ts'
import type { StatementClient } from './statement-client.ts'
import { HOUR_MS } from './hour.ts'

/** A probe's report arrives a moment after the proof has read its clock. */
const SILENCE_TOLERANCE_S = 5
const LOOK_MS = 250
const countNames = Object.keys(nothing()) as (keyof ExpectedHour)[]

interface Compared {
  /** The number of probe hours that were compared. */
  cells: number
  /** Differences from the oracle; empty if there are none. */
  differences: string[]
}

interface Period {
  from: number
  to: number
  now(): number
}

/** The state of each hour, by its start. */
export type HourStates = Map<number, 'complete' | 'incomplete'>

/** The expected state of each hour of one probe. */
export function expectedStates(oracle: Oracle, id: number, { from, to, now }: Period): HourStates {
  const expected = oracle.hoursOf(id, now(), to)
  const states: HourStates = new Map()
  for (let hour = from; hour < to; hour += HOUR_MS)
    states.set(hour, isComplete(expected.get(hour) ?? nothing()) ? 'complete' : 'incomplete')
  return states
}

type Compare = (client: StatementClient, oracle: Oracle, period: Period) => Promise<Compared>
type FleetHours = Map<number, ExpectedHour & { silentProbes: number }>
type Told = number | string
type Differ = (what: string, stated: Told, expected: Told) => void

/** Compares all coverage data of a period with the oracle: by probe, hour, header and metric. */
const compareAll: Compare = async (client, oracle, period) => {
  const { from, to, now } = period
  const { cells, differences, fleet, affected, differ } = await compareProbes(client, oracle, period)
  await compareFleet(client, fleet, { from, to }, affected, differ)
  const sum = (name: keyof ExpectedHour) => [...fleet.values()].reduce((total, row) => total + row[name], 0)
  const headers = await client.headers(from, to - 1)
  differ('Watchpost-Lag', headers.lag, sum('late'))
  differ('Watchpost-Gaps', headers.gaps, sum('missing'))
  const { open } = await client.statement(from, to)
  differ('open silent_probes', open.silent_probes, oracle.silentNow(now()))
  differ('open late', open.late, sum('late'))
  differ('open missing', open.missing, sum('missing') - sum('given_up'))
  differ('open dead_lettered', open.dead_lettered, sum('dead_lettered'))
  const metrics = await client.metrics()
  for (const name of ['late', 'missing', 'dead_lettered', 'expired'] as const)
    differ(`metric ${name}`, metrics[name], sum(name))
  differ('metric dropped', metrics.dropped, sum('dropped_packets'))
  differ('metric silent_probes', metrics.silent_probes, oracle.silentNow(now()))
  return { cells, differences }
}

/** Repeats the comparison until it matches or the time is over: indexing takes a moment. */
const within =
  (compare: Compare) => async (client: StatementClient, oracle: Oracle, period: Period, withinMs: number) => {
    const startedAt = Date.now()
    let compared = await compare(client, oracle, period)
    while (compared.differences.length > 0 && Date.now() - startedAt < withinMs) {
      await sleep(LOOK_MS)
      compared = await compare(client, oracle, period)
    }
    return { ...compared, seconds: (Date.now() - startedAt) / 1_000 }
  }

/** Compares all data. */
export const compareWithin = within(compareAll)
/** Compares only the hours of each probe that the oracle knows. */
export const compareHours = within(compareProbes)

async function compareProbes(client: StatementClient, oracle: Oracle, { from, to, now }: Period) {
  const differences: string[] = []
  const fleet: FleetHours = new Map()
  const differ: Differ = (what, stated, expected) => {
    if (stated !== expected) differences.push(`${what}: ${stated} is stated, ${expected} expected`)
  }
  let cells = 0
  let affected = 0
  for (const id of oracle.probeIds()) {
    const expected = new Map([...oracle.hoursOf(id, now(), to)].filter(([hour]) => hour >= from && hour < to))
    const { probes, state } = await client.statement(from, to, id)
    const stated = new Map(probes[0]?.hours.map((each) => [Date.parse(each.hour), each]))
    for (let hour = from; hour < to; hour += HOUR_MS) {
      const [found, wanted] = [stated.get(hour), expected.get(hour) ?? nothing()]
      const differing = countNames.filter((name) => !isNear(name, found?.[name] ?? 0, wanted[name]))
      for (const name of differing) differ(`${cell(id, hour, from)} ${name}`, found?.[name] ?? 0, wanted[name])
      cells += 1
    }
    const isWell = [...expected.values()].every(isComplete)
    if (!isWell) affected += 1
    differ(`state of probe ${id}`, state, isWell ? 'complete' : 'incomplete')
    for (const [hour, row] of expected) addTo(fleet, hour, row)
  }
  return { cells, differences, fleet, affected, differ }
}

async function compareFleet(
  client: StatementClient,
  fleet: FleetHours,
  { from, to }: { from: number; to: number },
  affected: number,
  differ: Differ,
): Promise<void> {
  const whole = await client.statement(from, to)
  const stated = new Map(whole.hours.map((each) => [Date.parse(each.hour), each]))
  differ('affected probes', whole.affected_probe_count, affected)
  differ('state', whole.state, affected === 0 ? 'complete' : 'incomplete')
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const wanted = fleet.get(hour) ?? { ...nothing(), silentProbes: 0 }
    const found = stated.get(hour)
    for (const name of ['late', 'missing', 'given_up', 'dead_lettered', 'expired', 'dropped_packets'] as const)
      differ(`all probes, hour ${(hour - from) / HOUR_MS}, ${name}`, found?.[name] ?? 0, wanted[name])
    differ(`silent probes, hour ${(hour - from) / HOUR_MS}`, found?.silent_probes ?? 0, wanted.silentProbes)
    const { state } = await client.statement(hour, hour + HOUR_MS - 1)
    differ(`state of hour ${(hour - from) / HOUR_MS}`, state, isComplete(wanted) ? 'complete' : 'incomplete')
  }
}

function addTo(fleet: FleetHours, hour: number, row: ExpectedHour): void {
  const total = fleet.get(hour) ?? { ...nothing(), silentProbes: 0 }
  for (const name of countNames) total[name] += row[name]
  if (row.silent_seconds > 0) total.silentProbes += 1
  fleet.set(hour, total)
}

/** Whether nothing is missing or wrong. */
function isComplete({ received: _received, indexed: _indexed, ...wrong }: ExpectedHour): boolean {
  const { late, missing, dead_lettered, expired, dropped_packets, silent_seconds } = wrong
  return late + missing + dead_lettered + expired + dropped_packets + silent_seconds === 0
}

function isNear(name: keyof ExpectedHour, stated: number, expected: number): boolean {
  return Math.abs(stated - expected) <= (name === 'silent_seconds' ? SILENCE_TOLERANCE_S : 0)
}

function cell(id: number, hour: number, from: number): string {
  return `probe ${id}, hour ${(hour - from) / HOUR_MS},`
}
