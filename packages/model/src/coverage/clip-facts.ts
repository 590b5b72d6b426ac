import { type CoverageFacts, HOUR_MS } from './coverage-facts.ts'

export interface Span {
  from: Date
  to: Date
}

/** The part of a span that has been and of which something is known; what is before that; and the facts of the part. */
export interface ClippedFacts extends Pick<CoverageFacts, 'hours' | 'silences' | 'losses'> {
  known: Span
  unknown: Span | undefined
}

/** Cuts facts to a span: the future says nothing, and neither does what was before anything was written down. */
export function clipFacts({ from, to }: Span, facts: CoverageFacts): ClippedFacts {
  const end = earlier(to, facts.at)
  const begin = later(from, facts.knownFrom)
  const known = { from: begin, to: later(begin, end) }
  const unknownEnd = earlier(facts.knownFrom, end)
  const isKnown = ({ hour }: { hour: Date }) => hour < known.to && hour.getTime() + HOUR_MS > known.from.getTime()
  return {
    known,
    unknown: from < unknownEnd ? { from, to: unknownEnd } : undefined,
    hours: facts.hours.filter(isKnown),
    losses: facts.losses.filter(isKnown),
    silences: facts.silences
      .map((each) => ({ ...each, from: later(each.from, known.from), to: earlier(each.to, known.to) }))
      .filter((each) => each.from < each.to),
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
