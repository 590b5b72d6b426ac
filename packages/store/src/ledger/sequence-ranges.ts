/** Consecutive sequence numbers of a stream, both ends included. */
export type SequenceRange = readonly [first: number, last: number]

/** Ranges in the text form of a PostgreSQL multirange. They may overlap and be in any order. */
export function multirangeText(ranges: readonly SequenceRange[]): string {
  return `{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}`
}

/** Parses a PostgreSQL multirange of integers: `{[0,5),[7,8)}`. */
export function readMultirange(text: string): SequenceRange[] {
  return Array.from(text.matchAll(/\[(\d+),(\d+)\)/g), ([, first, end]) => [Number(first), Number(end) - 1])
}
