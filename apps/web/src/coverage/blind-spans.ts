import type { Coverage } from '@watchpost/contract'
import { text } from '../texts/text.ts'
import type { Span } from '../time/range.ts'
import { countWords } from './coverage-words.ts'

/**
 * A time with missing events: `blind` where a probe was silent, `partial` where events or packets are missing,
 * `unknown` where nothing was recorded.
 */
export interface BlindSpan extends Span {
  kind: 'blind' | 'partial' | 'unknown'
  words: string
}

/** A hatched time and its kind. */
export type HatchedSpan = Span & Pick<BlindSpan, 'kind'>

/** Worst first. */
export const hatchKinds = ['blind', 'partial', 'unknown'] as const

const hourMs = 3_600_000
const inOrder = (one: Span, other: Span) => one.from - other.from

/** All such times of a statement: silences to the second, all others by the hour. */
export function blindSpansOf(coverage: Coverage): BlindSpan[] {
  const end = Math.min(Date.parse(coverage.to), Date.parse(coverage.at))
  const begin = Date.parse(coverage.from)
  const spans: BlindSpan[] = []
  const add = (kind: BlindSpan['kind'], from: number, to: number, words: string) => {
    const span = { kind, from: Math.max(from, begin), to: Math.min(to, end), words }
    if (span.from < span.to) spans.push(span)
  }
  for (const { fqdn, silences } of coverage.probes) {
    for (const { from, to } of silences) {
      add('blind', Date.parse(from), Date.parse(to), text('coverage.chart.silent', { name: fqdn }))
    }
  }
  for (const hour of coverage.hours) {
    const from = Date.parse(hour.hour)
    const words = countWords(hour)
    if (words.length > 0) add('partial', from, from + hourMs, words.join(', '))
    // For probes that are not listed, only the hours are known.
    if (coverage.is_truncated && hour.silent_probes > 0) {
      add('blind', from, from + hourMs, text('coverage.state.incomplete'))
    }
  }
  for (const { cause, from, to } of coverage.causes) {
    if (cause === 'unknown') add('unknown', Date.parse(from), Date.parse(to), text('coverage.state.unknown'))
    if (cause === 'no_probes') add('unknown', Date.parse(from), Date.parse(to), text('coverage.cause.noProbes'))
  }
  return spans
}

/**
 * Clips the spans and removes overlaps for hatching. Where kinds overlap, blind wins over partial, and partial over
 * unknown.
 */
export function hatchedSpans(spans: readonly BlindSpan[], within: Span): HatchedSpan[] {
  const hatched: HatchedSpan[] = []
  for (const kind of hatchKinds) {
    const taken = hatched.toSorted(inOrder)
    const left = merged(spans, kind, within).flatMap((span) => without(span, taken))
    hatched.push(...left.map((span) => ({ ...span, kind })))
  }
  return hatched.toSorted(inOrder)
}

/** The explanations for a time, without duplicates. */
export function blindWords(spans: readonly BlindSpan[], { from, to }: Span): string[] {
  return [...new Set(spans.filter((each) => each.from < to && each.to > from).map(({ words }) => words))]
}

function merged(spans: readonly BlindSpan[], kind: BlindSpan['kind'], within: Span): Span[] {
  const result: Span[] = []
  for (const each of spans.filter((span) => span.kind === kind).toSorted((one, other) => one.from - other.from)) {
    const [from, to] = [Math.max(each.from, within.from), Math.min(each.to, within.to)]
    if (from >= to) continue
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** The rest of a span without the others, which are in order. */
function without({ from, to }: Span, others: readonly Span[]): Span[] {
  const left: Span[] = []
  let begin = from
  for (const other of others) {
    if (other.to <= begin || other.from >= to) continue
    if (other.from > begin) left.push({ from: begin, to: other.from })
    begin = other.to
  }
  if (begin < to) left.push({ from: begin, to })
  return left
}
