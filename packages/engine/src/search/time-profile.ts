/** So many documents of an index have their `@timestamp` between two instants, both included, in milliseconds since 1970. */
export interface TimeSpan {
  from: number
  to: number
  documents: number
}

/** Counts the documents of an index in each of some ranges, both ends included. */
export type CountRanges = (ranges: readonly { from: number; to: number }[]) => Promise<number[]>

/** A span is divided in four, by three counts. */
const PARTS = 4
/** A span with fewer documents than this, or than this share of its index, is not divided. */
const FEW_DOCUMENTS = 10_000
const FEW_SHARE = 1 / 12
/** Nor one that is shorter. */
const SHORT_MS = 60_000
/** Nor any when the profile is as long as this, or took so many counts: 128 spans take 3 KiB. */
const MOST_SPANS = 128
const MOST_COUNTS = 240

/**
 * When the documents of an index happened: between its least and its greatest time, divided where they are many. Single
 * times far away from all others cost a few counts and get spans of their own. Spans that are left undivided at the end
 * are coarse, and still exact.
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

/** The last part is what is left: documents that came since the first count are not to be found in it. */
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
