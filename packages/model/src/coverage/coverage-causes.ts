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
    causeOf(cause, isOpen, hours, count, (each) => spanOf(each, known))
  const found = [
    causeOf(
      'silent',
      silences.some(({ isOpen }) => isOpen),
      silences,
      secondsOf,
      (each) => each,
    ),
    ofHours('late', true, ({ late }) => late),
    ofHours('missing', hours.some(isAwaited), ({ missing }) => missing),
    ofHours('dead_lettered', true, ({ deadLettered }) => deadLettered),
    ofHours('expired', false, ({ expired }) => expired),
    causeOf(
      'dropped',
      false,
      losses,
      ({ dropped }) => dropped,
      (each) => spanOf(each, known),
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

/** The facts that have a count, as one cause. There may be a hundred thousand facts: nothing is copied of them. */
function causeOf<Fact extends { probeId: number }>(
  cause: CauseName,
  isOpen: boolean,
  facts: readonly Fact[],
  countOf: (fact: Fact) => number,
  spanOfFact: (fact: Fact) => Span,
): CoverageCause | undefined {
  const probes = new Set<number>()
  let total = 0
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const fact of facts) {
    const count = countOf(fact)
    if (count <= 0) continue
    const span = spanOfFact(fact)
    from = Math.min(from, span.from.getTime())
    to = Math.max(to, span.to.getTime())
    total += count
    probes.add(fact.probeId)
  }
  if (probes.size === 0) return undefined
  return { cause, from: new Date(from), to: new Date(to), probes: probes.size, count: Math.round(total), isOpen }
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
