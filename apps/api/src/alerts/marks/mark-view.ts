import type { AlertHistoryEntry, AlertMark } from '@watchpost/contract'
import type { AlertHistoryEntry as StoredEntry, AlertMark as StoredMark } from '@watchpost/store'

/** The mark of an alert that no one has marked. */
export const unmarked: AlertMark = {
  status: 'open',
  note: '',
  tags: [],
  verdict: null,
  reason: '',
  assignee: null,
  changed_at: null,
  changed_by: null,
}

/** A mark as the API returns it. */
export function markView(mark: StoredMark | undefined): AlertMark {
  if (!mark) return unmarked
  const { changedAt, changedBy, ...state } = mark
  return { ...state, changed_at: changedAt.toISOString(), changed_by: changedBy }
}

/** A change of a mark as the API returns it. */
export function historyView({ id, changedAt, changedBy, changes }: StoredEntry): AlertHistoryEntry {
  return { id, changed_at: changedAt.toISOString(), changed_by: changedBy, changes }
}
