/** A half-open range of sequences. */
export interface Range {
  first: number
  end: number
}

/** The known sequences of one probe. Runs are long and few, so a sorted list of ranges is enough. */
export function createSequenceRanges() {
  let ranges: Range[] = []

  return {
    /** Adds a range and returns the parts of it that are new. */
    add(first: number, end: number): Range[] {
      const last = ranges.at(-1)
      if (last && last.end === first) {
        last.end = end
        return [{ first, end }]
      }
      const fresh: Range[] = []
      let cursor = first
      for (const range of ranges) {
        if (range.end <= cursor || range.first >= end) continue
        if (range.first > cursor) fresh.push({ first: cursor, end: range.first })
        cursor = Math.min(range.end, end)
      }
      if (cursor < end) fresh.push({ first: cursor, end })
      if (fresh.length > 0) ranges = merge([...ranges, { first, end }])
      return fresh
    },
    count: () => ranges.reduce((sum, range) => sum + range.end - range.first, 0),
  }
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((left, right) => left.first - right.first)) {
    const last = merged.at(-1)
    if (last && range.first <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
