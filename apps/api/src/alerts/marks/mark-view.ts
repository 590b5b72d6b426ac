import type { AlertMark } from '@watchpost/contract'
import type { AlertMark as StoredMark } from '@watchpost/store'

/** The mark of an alert that no one has marked. */
export const unmarked: AlertMark = { status: 'open', note: '', tags: [], changed_at: null, changed_by: null }

/** A mark as the API returns it. */
export function markView(mark: StoredMark | undefined): AlertMark {
  if (!mark) return unmarked
  const { status, note, tags, changedAt, changedBy } = mark
  return { status, note, tags, changed_at: changedAt.toISOString(), changed_by: changedBy }
}
