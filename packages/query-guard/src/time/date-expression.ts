import { type Anchor, isCounted, readInFormat } from './date-format.ts'

const MATH = /^(?:[+-]\d{1,5}[smhHdwMy]|\/[smhHdwMy]){0,8}$/

/** A parsed time expression: an anchor, and date math on it. */
export interface DateExpression {
  anchor: 'now' | Anchor
  math: string
}

/**
 * Parses a time in the given format, as the engine does. The default format is ISO 8601 with or without zone (UTC by
 * default) or a number of milliseconds. Date math is allowed with every format, on `now` or on a calendar time
 * (`now-1d/d`, `2026-11-14||+1d`).
 */
export function readDateExpression(text: string, format?: string): DateExpression | undefined {
  if (text.startsWith('now')) return withMath('now', text.slice(3))
  const bars = text.indexOf('||')
  if (bars < 0) return withMath(readInFormat(text, format), '')
  const anchor = readInFormat(text.slice(0, bars), format)
  return anchor && !isCounted(anchor) ? withMath(anchor, text.slice(bars + 2)) : undefined
}

/** Whether the engine can read a text as a time. */
export function isDateExpression(text: string): boolean {
  return readDateExpression(text) !== undefined
}

function withMath(anchor: DateExpression['anchor'] | undefined, math: string): DateExpression | undefined {
  return anchor !== undefined && MATH.test(math) ? { anchor, math } : undefined
}
