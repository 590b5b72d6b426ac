import { type CoverageFacts, HOUR_MS, type ProbeSilence } from './coverage-facts.ts'

export interface Span {
  from: Date
  to: Date
}

/** The past and known part of a span, the unknown part before it, and the facts of the known part. */
export interface ClippedFacts extends Pick<CoverageFacts, 'hours' | 'silences' | 'losses'> {
  known: Span
  unknown: Span | undefined
}

/** Clips facts to a span. The future and the time before the first record are not part of it. */
export function clipFacts({ from, to }: Span, facts: CoverageFacts): ClippedFacts {
  const end = earlier(to, facts.at)
  const begin = later(from, facts.knownFrom)
  const known = { from: begin, to: later(begin, end) }
  const unknownEnd = earlier(facts.knownFrom, end)
  const [knownFrom, knownTo] = [known.from.getTime(), known.to.getTime()]
  const isKnown = ({ hour }: { hour: Date }) => hour.getTime() < knownTo && hour.getTime() + HOUR_MS > knownFrom
  return {
    known,
    unknown: from < unknownEnd ? { from, to: unknownEnd } : undefined,
    hours: facts.hours.filter(isKnown),
    losses: facts.losses.filter(isKnown),
    silences: facts.silences.map((each) => clipSilence(each, known)).filter((each) => each.from < each.to),
  }
}

/** Most silences lie within the span. They are not copied, because there may be tens of thousands. */
function clipSilence(silence: ProbeSilence, { from, to }: Span): ProbeSilence {
  if (silence.from >= from && silence.to <= to) return silence
  return { ...silence, from: later(silence.from, from), to: earlier(silence.to, to) }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
