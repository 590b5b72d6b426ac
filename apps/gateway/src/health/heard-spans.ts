/** A period in which a probe sent events without a long pause. */
export interface HeardSpan {
  first: number
  last: number
}

/** Shorter than the shortest silence that can be configured, which is 30 s. */
const PAUSE_MS = 15_000
/** Limit while the database is unreachable. Beyond it, later pauses are merged. */
const MOST_SPANS = 100

/** Adds an instant to spans in time order. A silence stays visible, even if the spans are written late. */
export function extendSpans(spans: HeardSpan[], at: number): void {
  const newest = spans.at(-1)
  if (newest && (at - newest.last <= PAUSE_MS || spans.length >= MOST_SPANS)) newest.last = Math.max(newest.last, at)
  else spans.push({ first: at, last: at })
}
