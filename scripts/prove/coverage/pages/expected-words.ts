import { HOUR_MS } from '../hour.ts'
import { type ExpectedHour, nothing, type Oracle } from '../oracle.ts'

export interface LookedAt {
  from: number
  to: number
  now: number
}

/** The texts that the pages must show for a range, derived from the oracle alone. */
export interface ExpectedWords {
  state: 'complete' | 'incomplete'
  /** While there is one, no page may say "up to date". */
  open: string[]
  header: string
  /** The titles of the range's causes, without times. */
  causes: string[]
  /** The text next to the results of a list. */
  line: RegExp
  health: { probes: RegExp; coverage: RegExp }
  /** By probe, its problems in the last day; none if there are none. */
  probes: Map<number, string[]>
}

const SHOWN = 2

/** The English texts of the pages, from the oracle's data for every probe and hour. */
export function expectedWords(oracle: Oracle, { from, to, now }: LookedAt): ExpectedWords {
  const ids = oracle.probeIds()
  const all = ids.length
  const byProbe = new Map(ids.map((id) => [id, sumOf(oracle, id, { from, to, now })]))
  const range = totalOf([...byProbe.values()])
  const kept = totalOf(ids.map((id) => sumOf(oracle, id, { from: 0, to: now, now })))
  const affected = [...byProbe.values()].filter((each) => wrongs(each).length > 0)
  const awaited = kept.missing - kept.given_up
  const silent = oracle.silentNow(now)
  const open = [
    silent > 0 && `${silent} of ${all} probes silent`,
    awaited > 0 && counted(awaited, 'event', 'missing'),
    kept.dead_lettered > 0 && counted(kept.dead_lettered, 'dead letter'),
    kept.late > 0 && counted(kept.late, 'event', 'late'),
  ].filter((each) => each !== false)
  const state = affected.length === 0 ? 'complete' : 'incomplete'
  return {
    state,
    open,
    header: headerOf(open, state),
    causes: causesOf(range, [...byProbe.values()].filter(isSilent).length, all),
    line:
      affected.length === 0
        ? /Coverage complete|had full coverage/
        : new RegExp(
            `${affected.length} of ${all} probes had ${affected.every(isSilentOnly) ? 'no' : 'incomplete'} coverage`,
          ),
    health: {
      probes: silent > 0 ? new RegExp(`^${silent} of ${all} silent: `) : /none silent$/,
      coverage: healthOf({ silent, awaited, dead: kept.dead_lettered, late: kept.late }),
    },
    probes: new Map([...byProbe].map(([id, each]) => [id, wrongs(each)])),
  }
}

function headerOf(open: readonly string[], state: ExpectedWords['state']): string {
  if (open.length === 0) return state === 'complete' ? 'Up to date' : 'Up to date, gaps in this range'
  const more = open.length - SHOWN
  return [...open.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function causesOf(range: ExpectedHour, silent: number, all: number): string[] {
  return [
    silent > 0 && `${silent} of ${all} probes silent`,
    range.late > 0 && counted(range.late, 'event', 'not searchable yet'),
    range.missing > 0 && counted(range.missing, 'event', 'missing'),
    range.dead_lettered > 0 && counted(range.dead_lettered, 'dead letter'),
    range.expired > 0 && counted(range.expired, 'event', 'expired unread'),
    range.dropped_packets > 0 && counted(range.dropped_packets, 'packet', 'dropped by sensors'),
  ].filter((each) => each !== false)
}

function healthOf({ silent, awaited, dead, late }: Record<'silent' | 'awaited' | 'dead' | 'late', number>): RegExp {
  const outstanding = [
    silent > 0 && counted(silent, 'probe', 'silent'),
    late > 0 && counted(late, 'event', 'not indexed within 15 s'),
    awaited > 0 && counted(awaited, 'event', 'missing'),
    dead > 0 && counted(dead, 'event', 'among the dead letters'),
  ].filter((each) => each !== false)
  return outstanding.length > 0 ? new RegExp(`^${outstanding.join(', ')}$`) : /^nothing is outstanding/
}

/** The problems of one probe. */
function wrongs(each: ExpectedHour): string[] {
  return [
    each.silent_seconds > 0 && 'silent ',
    each.late > 0 && counted(each.late, 'event', 'late'),
    each.missing > 0 && counted(each.missing, 'event', 'missing'),
    each.dead_lettered > 0 && counted(each.dead_lettered, 'dead letter'),
    each.expired > 0 && counted(each.expired, 'event', 'expired unread'),
    each.dropped_packets > 0 && counted(each.dropped_packets, 'packet', 'dropped'),
  ].filter((word) => word !== false)
}

const isSilent = (each: ExpectedHour) => each.silent_seconds > 0
const isSilentOnly = (each: ExpectedHour) => wrongs(each).every((word) => word === 'silent ')

function sumOf(oracle: Oracle, id: number, { from, to, now }: LookedAt): ExpectedHour {
  const rows = [...oracle.hoursOf(id, now, to)].filter(([hour]) => hour + HOUR_MS > from && hour < to)
  return totalOf(rows.map(([, row]) => row))
}

function totalOf(rows: readonly ExpectedHour[]): ExpectedHour {
  const total = nothing()
  for (const row of rows) for (const name of Object.keys(total) as (keyof ExpectedHour)[]) total[name] += row[name]
  return total
}

function counted(count: number, what: string, rest = ''): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}${rest && ` ${rest}`}`
}
