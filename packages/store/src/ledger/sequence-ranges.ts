/** Numbers of a stream without a hole between them, both ends included. */
export type SequenceRange = readonly [first: number, last: number]

/** Ranges as PostgreSQL reads a multirange; they may overlap and stand in any order. */
export function multirangeText(ranges: readonly SequenceRange[]): string {
  return `{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}`
}

/** Reads a multirange of whole numbers as PostgreSQL writes it: `{[0,5),[7,8)}`. */
export function readMultirange(text: string): SequenceRange[] {
  return Array.from(text.matchAll(/\[(\d+),(\d+)\)/g), ([, first, end]) => [Number(first), Number(end) - 1])
}
