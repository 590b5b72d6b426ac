import type { ClippedFacts, Span } from './clip-facts.ts'
import { type CoveredHour, HOUR_MS } from './coverage-facts.ts'

/** Why the searchable events of a period may be incomplete. */
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
  /** The number of affected probes. */
  probes: number
  /** Events; dropped packets; seconds of silence or of unknown time. */
  count: number
  /** The cause persists, or ends when the events arrive or are stored. */
  isOpen: boolean
}

/** All causes, open ones first. `probes` is the total number of probes. */
export function causesOf(facts: ClippedFacts, probes: number): CoverageCause[] {
  const { hours, losses, silences, known, unknown } = facts
  const ofHours = (cause: CauseName, isOpen: boolean, count: (hour: CoveredHour) => number) =>
    causeOf({ cause, isOpen, known }, hours, count, spanOfHour)
  const found = [
    causeOf(
      { cause: 'silent', isOpen: silences.some(({ isOpen }) => isOpen), known },
      silences,
      secondsOf,
      spanOfSilence,
    ),
    ofHours('late', true, ({ late }) => late),
    ofHours('missing', hours.some(isAwaited), ({ missing }) => missing),
    ofHours('dead_lettered', true, ({ deadLettered }) => deadLettered),
    ofHours('expired', false, ({ expired }) => expired),
    causeOf({ cause: 'dropped', isOpen: false, known }, losses, ({ dropped }) => dropped, spanOfHour),
    unknown && { cause: 'unknown' as const, ...unknown, probes, count: secondsOf(unknown), isOpen: false },
    probes === 0 && { cause: 'no_probes' as const, ...known, probes, count: 0, isOpen: true },
  ]
  return found.filter((each) => each !== undefined && each !== false).toSorted((one, other) => rank(one) - rank(other))
}

/** Whether some missing events may still arrive. */
function isAwaited({ missing, givenUp }: CoveredHour): boolean {
  return missing > givenUp
}

/** Start and end of a fact, in milliseconds since 1970. */
interface Edges<Fact> {
  begin(fact: Fact): number
  end(fact: Fact): number
}

const spanOfHour: Edges<{ hour: Date }> = {
  begin: ({ hour }) => hour.getTime(),
  end: ({ hour }) => hour.getTime() + HOUR_MS,
}
const spanOfSilence: Edges<Span> = {
  begin: ({ from }) => from.getTime(),
  end: ({ to }) => to.getTime(),
}

/** Merges the facts with a count into one cause. There may be a hundred thousand facts, so nothing is copied. */
function causeOf<Fact extends { probeId: number }>(
  { cause, isOpen, known }: Pick<CoverageCause, 'cause' | 'isOpen'> & { known: Span },
  facts: readonly Fact[],
  countOf: (fact: NoInfer<Fact>) => number,
  { begin, end }: Edges<NoInfer<Fact>>,
): CoverageCause | undefined {
  const probes = new Set<number>()
  let total = 0
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const fact of facts) {
    const count = countOf(fact)
    if (count <= 0) continue
    from = Math.min(from, begin(fact))
    to = Math.max(to, end(fact))
    total += count
    probes.add(fact.probeId)
  }
  if (probes.size === 0) return undefined
  return {
    cause,
    // The first and the last hour may be only partly in the span.
    from: new Date(Math.max(from, known.from.getTime())),
    to: new Date(Math.min(to, known.to.getTime())),
    probes: probes.size,
    count: Math.round(total),
    isOpen,
  }
}

function secondsOf({ from, to }: Span): number {
  return (to.getTime() - from.getTime()) / 1_000
}

function rank({ isOpen }: CoverageCause): number {
  return isOpen ? 0 : 1
}
