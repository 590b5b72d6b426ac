import type { ClippedFacts, Span } from './clip-facts.ts'
import { type CoveredHour, HOUR_MS } from './coverage-facts.ts'

/** Why what can be found of a time may not be all that happened. */
export type CauseName =
  | 'silent'
  | 'late'
  | 'missing'
  | 'dead_lettered'
  | 'expired'
  | 'dropped'
  | 'unknown'
  | 'no_probes'

export interface CoverageCause extends Span {
  cause: CauseName
  /** Probes that it concerns. */
  probes: number
  /** Events; packets that were dropped; seconds of silence and of what is unknown. */
  count: number
  /** It lasts, or it ends when the events arrive or are stored after all. */
  isOpen: boolean
}

/** The causes there are, those that last first; `probes` is how many there are in all. */
export function causesOf(facts: ClippedFacts, probes: number): CoverageCause[] {
  const { hours, losses, silences, known, unknown } = facts
  const ofHours = (cause: CauseName, isOpen: boolean, count: (hour: CoveredHour) => number) =>
    causeOf(
      cause,
      isOpen,
      hours.map((each) => ({ ...spanOf(each, known), probeId: each.probeId, count: count(each) })),
    )
  const found = [
    causeOf(
      'silent',
      silences.some(({ isOpen }) => isOpen),
      silences.map((each) => ({ ...each, count: secondsOf(each) })),
    ),
    ofHours('late', true, ({ late }) => late),
    ofHours('missing', hours.some(isAwaited), ({ missing }) => missing),
    ofHours('dead_lettered', true, ({ deadLettered }) => deadLettered),
    ofHours('expired', false, ({ expired }) => expired),
    causeOf(
      'dropped',
      false,
      losses.map((each) => ({ ...spanOf(each, known), probeId: each.probeId, count: each.dropped })),
    ),
    unknown && { cause: 'unknown' as const, ...unknown, probes, count: secondsOf(unknown), isOpen: false },
    probes === 0 && { cause: 'no_probes' as const, ...known, probes, count: 0, isOpen: true },
  ]
  return found.filter((each) => each !== undefined && each !== false).toSorted((one, other) => rank(one) - rank(other))
}

/** Something of what is missing may still arrive. */
function isAwaited({ missing, givenUp }: CoveredHour): boolean {
  return missing > givenUp
}

type Instance = Span & { probeId: number; count: number }

function causeOf(cause: CauseName, isOpen: boolean, all: readonly Instance[]): CoverageCause | undefined {
  const instances = all.filter(({ count }) => count > 0)
  const [first] = instances
  if (!first) return undefined
  let [from, to, count] = [first.from, first.to, 0]
  for (const each of instances) {
    if (each.from < from) from = each.from
    if (each.to > to) to = each.to
    count += each.count
  }
  const probes = new Set(instances.map(({ probeId }) => probeId)).size
  return { cause, from, to, probes, count: Math.round(count), isOpen }
}

/** The part of an hour that is asked about. */
function spanOf({ hour }: { hour: Date }, known: Span): Span {
  const end = hour.getTime() + HOUR_MS
  return { from: hour > known.from ? hour : known.from, to: end < known.to.getTime() ? new Date(end) : known.to }
}

function secondsOf({ from, to }: Span): number {
  return (to.getTime() - from.getTime()) / 1_000
}

function rank({ isOpen }: CoverageCause): number {
  return isOpen ? 0 : 1
}
