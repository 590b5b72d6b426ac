import type { MarkChange } from '../alerts/alert-mark.ts'
import type { AlertJobState, AlertJobTable } from '../database/database.ts'
import type { AuditOrigin } from '../audit/audit-store.ts'
import type { Selectable } from 'kysely'

/** The alerts of a job. */
export type JobTarget = FilterTarget | NamedTarget

/** Those that matched a filter when they were counted. */
export interface FilterTarget {
  kind: 'filter'
  /** As the API checked it. */
  filter: Readonly<Record<string, unknown>>
  /** Only alerts before this position in the order of arrival. */
  before: { epoch: number; offsets: [partition: number, offset: number][] }
}

export interface NamedTarget {
  kind: 'alerts'
  alerts: { uuid: string; atMs: number; receivedMs: number }[]
}

/** Which changes of alerts were visible when the alerts of a job were counted. */
export interface Freeze {
  /** A snapshot of transactions, as PostgreSQL writes it. */
  snapshot: string
  atMs: number
}

/** Where the next batch starts: after this time and uuid. */
export type JobPosition = [atMs: number, uuid: string]

/** A change of many alerts, batch by batch, and its progress. */
export interface AlertJob {
  id: number
  state: AlertJobState
  target: JobTarget
  change: MarkChange
  freeze: Freeze
  /** Alerts that matched when they were counted. */
  matching: number
  done: number
  /** Alerts that already were as wanted, or that cannot be. */
  skipped: number
  /** Alerts that someone else changed after they were counted: left alone. */
  changed: number
  step: number
  next: JobPosition | undefined
  /** Whether it reached all of its alerts. */
  isComplete: boolean
  /** Why it did not finish. */
  failure: string | undefined
  origin: AuditOrigin
  createdAt: Date
  endedAt: Date | undefined
  undo: JobUndo | undefined
}

export interface JobUndo {
  requestedBy: string
  requestedAt: Date
  endedAt: Date | undefined
  restored: number
  /** Alerts that someone else changed after the job: left alone. */
  changed: number
}

/** An alert that a job or its undo left alone. */
export interface JobException {
  uuid: string
  reason: 'changed' | 'too-many-tags'
}

export type JobRow = Selectable<AlertJobTable>

export function jobOf(row: JobRow): AlertJob {
  const { id, state, matching, done, skipped, changed, step } = row
  return {
    id,
    state,
    matching,
    done,
    skipped,
    changed,
    step,
    target: row.target as JobTarget,
    change: row.change as MarkChange,
    freeze: { snapshot: row.snapshot, atMs: row.frozen_at.getTime() },
    isComplete: row.is_complete,
    next: (row.next as JobPosition | null) ?? undefined,
    failure: row.failure ?? undefined,
    origin: {
      accountId: row.account_id,
      username: row.username,
      via: row.via,
      credentialPrefix: row.credential_prefix,
      address: row.address,
      requestId: row.request_id,
    },
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    undo: undoOf(row),
  }
}

function undoOf(row: JobRow): JobUndo | undefined {
  if (row.undo_by === null || row.undo_at === null) return undefined
  return {
    requestedBy: row.undo_by,
    requestedAt: row.undo_at,
    endedAt: row.undo_ended_at ?? undefined,
    restored: row.undo_restored,
    changed: row.undo_changed,
  }
}
