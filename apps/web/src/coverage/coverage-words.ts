import type { Coverage } from '@watchpost/contract'
import { counted, text } from '../texts/text.ts'
import type { Clock } from '../time/format.ts'
import { causeRows } from './cause-rows.ts'
import { momentText, spanText } from './coverage-spans.ts'
import type { Known } from './use-coverage.ts'

/** The headline. It may say "up to date" only when no cause is open. */
interface Headline {
  state: Coverage['state']
  /** The number of open causes, whatever their age. */
  open: number
  words: string
}

const shownCauses = 2

export function headlineOf(known: Known, clock: Clock): Headline {
  if (typeof known === 'string') return { state: 'unknown', open: 0, words: text(`coverage.${known}`) }
  const open = openCauses(known)
  if (open.length > 0) {
    const more = open.length - shownCauses
    const words = [...open.slice(0, shownCauses), ...(more > 0 ? [text('coverage.more', { count: more })] : [])]
    return { state: 'incomplete', open: open.length, words: words.join(', ') }
  }
  if (known.causes.some(({ cause }) => cause === 'no_probes')) {
    return { state: 'unknown', open: 1, words: text(isPresent(known) ? 'coverage.noProbesNow' : 'coverage.noProbes') }
  }
  return { state: known.state, open: 0, words: currentWords(known, clock) }
}

/** Short texts for all open causes, whatever their age, the worst first. */
export function openCauses(known: Coverage): string[] {
  const silent = Math.max(known.open.silent_probes, known.probes.filter(isSilentNow).length)
  const late = Math.max(known.open.late, known.late)
  const missing = Math.max(known.open.missing, known.missing - known.given_up)
  const dead = Math.max(known.open.dead_lettered, known.dead_lettered)
  return [
    ...(silent > 0 ? [text('coverage.open.silent', { count: silent, all: Math.max(silent, known.probe_count) })] : []),
    ...(missing > 0 ? [counted('coverage.open.missing', missing)] : []),
    ...(dead > 0 ? [counted('coverage.open.dead', dead)] : []),
    ...(late > 0 ? [counted('coverage.open.late', late)] : []),
  ]
}

/** Probes that are silent now; undefined while unknown. */
export function silentProbesOf(known: Known): ReadonlySet<number> | undefined {
  return typeof known === 'string' ? undefined : new Set(known.probes.filter(isSilentNow).map(({ id }) => id))
}

/** The coverage text for a search without results. */
export function zeroWords(known: Known, clock: Clock): string | undefined {
  if (known === 'reading') return undefined
  if (known === 'unreachable') return text('coverage.zero.unreachable')
  const gap = gapOf(known, clock)
  if (gap.kind === 'complete') return counted('coverage.zero.complete', known.probe_count)
  if (gap.kind === 'noProbes') return text('coverage.zero.noProbes')
  return gap.kind === 'unknown' ? text('coverage.zero.unknown', gap) : text(`coverage.zero.${gap.kind}`, gap)
}

/** Titles of the causes that `zeroWords` does not say. A single cause of incomplete coverage is left to its page. */
export function otherCauses(known: Coverage, clock: Clock): string[] {
  const { kind } = gapOf(known, clock)
  const rows = causeRows(known, clock)
  if (kind === 'complete' || rows.length < 2) return []
  return rows.filter(({ cause }) => cause !== saidCause[kind]).map(({ title }) => title)
}

/** The coverage text next to results. */
export function lineWords(known: Known, clock: Clock): string {
  if (typeof known === 'string') return text(`coverage.${known}`)
  const gap = gapOf(known, clock)
  if (gap.kind === 'complete') return text('coverage.line.complete')
  if (gap.kind === 'noProbes') return text('coverage.line.noProbes')
  return gap.kind === 'unknown' ? text('coverage.line.unknown', gap) : text(`coverage.line.${gap.kind}`, gap)
}

type Gap =
  | { kind: 'complete' }
  | { kind: 'noProbes' }
  | { kind: 'unknown'; time: string }
  | { kind: 'silent' | 'incomplete'; count: number; all: number; span: string }

function gapOf(known: Coverage, clock: Clock): Gap {
  const { causes, state } = known
  if (state === 'complete') return { kind: 'complete' }
  const wrong = causes.filter(({ cause }) => cause !== 'unknown' && cause !== 'no_probes')
  if (wrong.length === 0) {
    if (causes.some(({ cause }) => cause === 'no_probes')) return { kind: 'noProbes' }
    return { kind: 'unknown', time: momentText(known.known_from, known.at, clock) }
  }
  const from = wrong.reduce((first, each) => (each.from < first ? each.from : first), wrong[0]?.from ?? known.from)
  const to = wrong.reduce((last, each) => (each.to > last ? each.to : last), '')
  const isSilence = wrong.every(({ cause }) => cause === 'silent')
  const isOpen = isSilence && wrong.some(({ is_open }) => is_open)
  return {
    kind: isSilence ? 'silent' : 'incomplete',
    count: known.affected_probe_count,
    all: Math.max(known.affected_probe_count, known.probe_count),
    span: spanText({ from, to, is_open: isOpen }, known.at, clock),
  }
}

/** The cause that the text for a gap names. */
const saidCause = { noProbes: 'no_probes', unknown: 'unknown', silent: 'silent', incomplete: undefined } as const

const presentMs = 60_000

/** Whether the range reaches the present. */
function isPresent({ to, at }: Coverage): boolean {
  return Date.parse(at) - Date.parse(to) < presentMs
}

function currentWords(known: Coverage, clock: Clock): string {
  if (known.state === 'complete') return text('coverage.current')
  if (known.state === 'incomplete') return text('coverage.currentGaps')
  return text('coverage.currentUnknown', { time: momentText(known.known_from, known.at, clock) })
}

/** Whether a probe is silent now. */
export function isSilentNow({ silences }: Coverage['probes'][number]): boolean {
  return silences.some(({ is_open }) => is_open)
}

type Counts = Pick<Coverage, 'late' | 'missing' | 'dead_lettered' | 'expired' | 'dropped_packets'>

/** A short text for everything wrong except silence. */
export function countWords({
  late,
  missing,
  dead_lettered: dead,
  expired,
  dropped_packets: dropped,
}: Counts): string[] {
  return [
    ...(late > 0 ? [counted('coverage.open.late', late)] : []),
    ...(missing > 0 ? [counted('coverage.open.missing', missing)] : []),
    ...(dead > 0 ? [counted('coverage.open.dead', dead)] : []),
    ...(expired > 0 ? [counted('coverage.hour.expired', expired)] : []),
    ...(dropped > 0 ? [counted('coverage.hour.dropped', dropped)] : []),
  ]
}
