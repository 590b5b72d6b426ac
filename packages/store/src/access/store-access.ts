import type { ServiceName } from '@watchpost/runtime'
import type { Database } from '../database/database.ts'

export type Privilege = 'select' | 'insert' | 'update' | 'delete' | 'usage' | `update (${string})`
type Access = Partial<Record<ServiceName, readonly Privilege[]>>

const read = ['select'] as const
const append = ['select', 'insert'] as const
const write = ['select', 'insert', 'update'] as const
const all = ['select', 'insert', 'update', 'delete'] as const

/**
 * The privileges of each service on each table. A lock on rows needs `update` on one column, a lock on a table on the
 * whole table. Foreign keys and the numbering of the audit work with the privileges of the owner. Only the owner can
 * change or delete rows of the audit.
 */
export const tableAccess: Record<keyof Database | 'kysely_migration', Access> = {
  account: { api: all, console: ['select', 'update'] },
  session: { api: all, console: ['select', 'update'] },
  api_key: { api: all, console: ['select', 'delete'] },
  login_lane: { api: all, console: ['select', 'delete'] },
  login_source: { api: all },
  setting: { gateway: read, indexer: read, exporter: read, api: write, console: read },

  probe: {
    gateway: [...read, 'update (last_seen_at, heard_at, first_heard_at)'],
    indexer: read,
    exporter: read,
    api: write,
    console: write,
  },
  probe_certificate: { gateway: all, api: ['select', 'update'], console: write },
  probe_network: { gateway: all, api: ['select', 'update', 'delete'], console: ['select', 'update', 'delete'] },
  probe_clone_alarm: { gateway: all, api: ['select', 'delete'], console: ['select', 'delete'] },
  probe_clone_clearance: { gateway: write, api: all, console: all },
  probe_revision: { gateway: ['select', 'update'], api: ['select', 'update'], console: ['select', 'update'] },
  probe_enrolment: { gateway: [...read, 'update (used_at)'], api: all, console: all },
  probe_health: { gateway: write, exporter: read, api: ['select', 'delete'], console: ['select', 'delete'] },
  probe_clock: { indexer: write, api: ['select', 'delete'], console: ['select', 'delete'] },

  generation: { indexer: write, clusters: read, api: read, console: read },
  stream_place: { indexer: all },
  stream_ledger: { gateway: all, indexer: all, exporter: write, api: read, console: read },
  stream_gap: { gateway: append, indexer: read, exporter: read, api: read, console: read },
  stream_hour: { gateway: write, indexer: all, exporter: write, api: read, console: read },
  probe_silence: { gateway: append, indexer: ['select', 'delete'], exporter: read, api: read, console: read },
  capture_loss: { gateway: write, indexer: ['select', 'delete'], exporter: read, api: read, console: read },
  coverage_start: { indexer: ['select', 'update'], exporter: read, api: read, console: read },
  ingest_hold: { gateway: read, indexer: all, console: read },
  log_epoch: { indexer: append, clusters: read, exporter: append, api: read, console: read },

  audit: { gateway: ['insert'], exporter: read, api: append, console: append },
  audit_access: { gateway: append, exporter: read, api: append, console: read },
  audit_head: { exporter: read, api: read, console: read },
  audit_checkpoint: { exporter: read, api: append, console: read },
  audit_archive: { exporter: read, api: read, console: read },

  sealing_key: { gateway: read, api: [...read, 'update (registered_at)'], console: all },
  sealed_secret: { gateway: read, exporter: read, api: all, console: ['select', 'update'] },
  certificate: { gateway: read, api: all, console: read },

  // A trigger refuses changes to versions that exist; `update` is for the lock.
  risk_policy: { gateway: read, indexer: read, clusters: read, exporter: read, api: write, console: read },
  alert_mark: { indexer: ['select', 'update (revision)', 'delete'], api: write },
  alert_history: { indexer: ['select', 'delete'], api: append },
  // A trigger of `alert_mark` fills it with the privileges of the owner.
  alert_outbox: { indexer: all, api: read, console: read },
  alert_projection: { indexer: ['select', 'update'], console: ['select', 'update'] },
  alert_job: { api: all },
  alert_job_exception: { api: all },
  cluster_position: { clusters: all },
  cluster_counting: {
    indexer: [...read, 'update (recount_after)'],
    clusters: ['select', 'update'],
    console: ['select', 'update (policy_version, recount_after)'],
  },
  cluster_recount: { indexer: write, clusters: all, console: read },

  file: { gateway: all, api: read, console: read },
  probe_file: { gateway: all, api: read, console: read },
  // Triggers of `file` and `probe_file` fill it with the privileges of the owner.
  file_removal: { gateway: ['select', 'delete'], console: read },

  syslog_export: { exporter: read, api: all, console: read },
  export_cursor: { exporter: write, api: read },
  export_state: { exporter: write, api: read, console: read },
  metrics_export: { exporter: read, api: ['select', 'update'], console: read },
  metrics_export_state: { exporter: write, api: read, console: read },

  kysely_migration: { console: read },
}

/** The same for sequences. `probe_id_seq` has to skip ids that were given by hand. */
export const sequenceAccess: Record<string, Access> = {
  audit_batch: { gateway: ['usage'], api: ['usage'] },
  probe_id_seq: { api: ['update'], console: ['update'] },
}
