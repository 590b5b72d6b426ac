import type { MarkStatus, MarkVerdict } from '../database/database.ts'

/** What analysts set on an alert. */
export interface AlertState {
  status: MarkStatus
  note: string
  /** Sorted. */
  tags: string[]
  verdict: MarkVerdict | null
  /** Of the verdict. */
  reason: string
  /** A user name. */
  assignee: string | null
}

/** The state of an alert, and who changed it last. */
export interface AlertMark extends AlertState {
  changedAt: Date
  changedBy: string
}

/** The state of an alert that no one has changed. */
export const unchangedState: Readonly<AlertState> = {
  status: 'open',
  note: '',
  tags: [],
  verdict: null,
  reason: '',
  assignee: null,
}

/** A change to the marks of alerts. Omitted fields stay unchanged. */
export interface MarkChange {
  status?: MarkStatus
  note?: string
  /** Replaces all tags. */
  tags?: readonly string[]
  addTags?: readonly string[]
  removeTags?: readonly string[]
  /** Null removes the verdict and its reason. */
  verdict?: MarkVerdict | null
  /** Only together with a verdict. A new verdict without a reason has none. */
  reason?: string
  /** Null removes the assignee. */
  assignee?: string | null
}

/** The state after a change. */
export function changedState(before: AlertState, change: MarkChange): AlertState {
  const all = new Set([...(change.tags ?? before.tags), ...(change.addTags ?? [])])
  for (const tag of change.removeTags ?? []) all.delete(tag)
  const verdict = change.verdict === undefined ? before.verdict : change.verdict
  return {
    status: change.status ?? before.status,
    note: change.note ?? before.note,
    tags: [...all].sort(),
    verdict,
    reason: verdict === null ? '' : (change.reason ?? (verdict === before.verdict ? before.reason : '')),
    assignee: change.assignee === undefined ? before.assignee : change.assignee,
  }
}

/** The fields that differ between two states, each with its old and new value. */
export type StateChanges = {
  [Field in keyof AlertState]?: { from: AlertState[Field]; to: AlertState[Field] }
}

/** What changed from one state to the other; undefined if nothing did. */
export function changesBetween(before: AlertState, after: AlertState): StateChanges | undefined {
  const fields = Object.keys(unchangedState) as (keyof AlertState)[]
  const changes = fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, { from, to }]]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}
