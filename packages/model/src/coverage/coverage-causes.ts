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

/** Something of what is missing may still arrive. */
function isAwaited({ missing, givenUp }: CoveredHour): boolean {
  return missing > givenUp
}

/** When a fact begins and ends, in milliseconds since 1970. */
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

/** The facts that have a count, as one cause. There may be a hundred thousand facts: nothing is copied of them. */
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
    // Only a part of the first and of the last hour may be asked about.
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
