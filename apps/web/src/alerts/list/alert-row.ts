import type { Alert, AlertGroup } from '@watchpost/contract'

/** A row of the list: an alert, or a group of identical alerts that is shown like its first one. */
export interface AlertRow extends Alert {
  grouped?: Pick<AlertGroup, 'group' | 'count' | 'first' | 'last'>
}

/** The row of an alert or a group. A group has the highest risk of its alerts. */
export function rowOf(listed: Alert | AlertGroup): AlertRow {
  if (!('alert' in listed)) return listed
  const { group, count, first, last, risk, alert } = listed
  return { ...alert, risk, grouped: { group, count, first, last } }
}

/** The number of alerts that rows stand for. */
export function alertCount(rows: readonly AlertRow[]): number {
  return rows.reduce((sum, { grouped }) => sum + (grouped?.count ?? 1), 0)
}
