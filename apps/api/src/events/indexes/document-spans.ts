import type { DocumentSpan } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'

const dayMs = 86_400_000

/**
 * When the documents of indexes arrived, which is about when they happened. By arrival and not by their own times: one
 * event that claims to be of 1970 must not make every other seem spread over the years.
 */
export function documentSpans(indexes: readonly KnownIndex[], now: number): DocumentSpan[] {
  const begins = [...new Set(indexes.map(({ begunAt }) => begunAt))].sort((one, other) => one - other)
  return indexes.map(({ begunAt, documents }) => {
    const next = begins[begins.indexOf(begunAt) + 1]
    // A generation lasts until the next one begins and a day at the most, but for the newest, which goes on.
    const to = next === undefined ? Math.max(now, begunAt) : Math.min(next, begunAt + dayMs)
    return { from: begunAt, to, documents }
  })
}

/** When a generation began to get events: on its day, and not before it was opened. */
export function beginOf(day: string, openedAt: Date | undefined): number {
  const start = Date.parse(day)
  const opened = openedAt?.getTime() ?? start
  return opened > start && opened < start + dayMs ? opened : start
}
