type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** Matches text that may contain an integer beyond 2^53: 17 digits, or 16 that begin with a 9. */
const MAY_HOLD_LARGE = /[:[,]\s*-?(?:9\d{15}|\d{17})/

/** Parses JSON so that writing it out again reproduces every integer exactly, however large. */
export function parseExact(text: string): unknown {
  if (!MAY_HOLD_LARGE.test(text)) return JSON.parse(text)
  return parseWithSource(text, (_key, value, { source }) =>
    source !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value) ? rawJSON(source) : value,
  )
}
