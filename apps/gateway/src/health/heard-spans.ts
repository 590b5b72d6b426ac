/** A time in which events of a probe came, without a long pause. */
export interface HeardSpan {
  first: number
  last: number
}

/** Less than the shortest silence that can be set, which is 30 s. */
const PAUSE_MS = 15_000
/** While the database is away. Pauses after that many are not told apart. */
const MOST_SPANS = 100

/** Adds an instant to spans in order of time: a silence stays visible, however late the spans are written down. */
export function extendSpans(spans: HeardSpan[], at: number): void {
  const newest = spans.at(-1)
  if (newest && (at - newest.last <= PAUSE_MS || spans.length >= MOST_SPANS)) newest.last = Math.max(newest.last, at)
  else spans.push({ first: at, last: at })
}
