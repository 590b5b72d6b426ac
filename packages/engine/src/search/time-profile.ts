/**
 * The number of documents of an index with a `@timestamp` between two instants, both inclusive, in milliseconds since
 * 1970.
 */
export interface TimeSpan {
  from: number
  to: number
  documents: number
}

/** Counts the documents of an index in each of the ranges, both ends inclusive. */
export type CountRanges = (ranges: readonly { from: number; to: number }[]) => Promise<number[]>

/** A span is divided into four parts, with three counts. */
const PARTS = 4
/** A span with fewer documents than this, or less than this share of its index, is not divided. */
const FEW_DOCUMENTS = 10_000
const FEW_SHARE = 1 / 12
/** Minimum length of a span to divide. */
const SHORT_MS = 60_000
/** No division beyond this number of spans, or of counts: 128 spans take 3 KiB. */
const MOST_SPANS = 128
const MOST_COUNTS = 240

/**
 * The distribution of the times of an index: the range from the least to the greatest time, divided where there are
 * many documents. Isolated times cost a few counts and get spans of their own. Undivided spans at the end are coarse,
 * but exact.
 */
export async function readTimeProfile(whole: TimeSpan, count: CountRanges): Promise<TimeSpan[]> {
  const few = Math.max(FEW_DOCUMENTS, whole.documents * FEW_SHARE)
  let spans = [whole]
  let counts = 0
  const isMany = ({ from, to, documents }: TimeSpan) => documents > few && to - from >= SHORT_MS
  for (;;) {
    const room = Math.min(
      Math.floor((MOST_COUNTS - counts) / (PARTS - 1)),
      Math.floor((MOST_SPANS - spans.length) / (PARTS - 1)),
    )
    const chosen = new Set(spans.filter(isMany).toSorted(byDocuments).slice(0, Math.max(0, room)))
    if (chosen.size === 0) return spans
    const ranges = spans.flatMap((span) => (chosen.has(span) ? rangesOf(span).slice(0, -1) : []))
    const found = await count(ranges)
    counts += ranges.length
    spans = spans.flatMap((span) => (chosen.has(span) ? divide(span, found.splice(0, PARTS - 1)) : [span]))
  }
}

function byDocuments(one: TimeSpan, other: TimeSpan): number {
  return other.documents - one.documents
}

function rangesOf({ from, to }: TimeSpan): { from: number; to: number }[] {
  const at = (part: number) => from + Math.floor(((to - from + 1) / PARTS) * part)
  return Array.from({ length: PARTS }, (_, part) => ({
    from: at(part),
    to: part === PARTS - 1 ? to : at(part + 1) - 1,
  }))
}

/** The last part is the remainder: documents that arrived since the first count must not make it negative. */
function divide(span: TimeSpan, counted: readonly number[]): TimeSpan[] {
  let left = span.documents
  return rangesOf(span)
    .map((range, part) => {
      const documents = part < counted.length ? (counted[part] ?? 0) : Math.max(0, left)
      left -= documents
      return { ...range, documents }
    })
    .filter(({ documents }) => documents > 0)
}
