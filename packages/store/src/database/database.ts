import type { Role, Scope } from '@watchpost/contract/names'
import type { RiskPolicy } from '@watchpost/risk'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type { Role, Scope }

/** A timestamp that the database sets when it is omitted. */
type DefaultedInstant = ColumnType<Date, Date | undefined, Date>

/** A session's token is sent in a header, or in a browser's cookie. */
export type SessionKind = 'token' | 'cookie'

export interface AccountTable {
  id: Generated<number>
  username: string
  password_hash: string
  role: Role
  disabled_at: Date | null
  created_at: DefaultedInstant
  must_change_password: Generated<boolean>
  password_changed_at: DefaultedInstant
  last_login_at: Date | null
}

export interface SessionTable {
  token_hash: Buffer
  account_id: number
  created_at: DefaultedInstant
  expires_at: Date
  revoked_at: Date | null
  id: GeneratedAlways<number>
  kind: Generated<SessionKind>
  address: Generated<string>
  user_agent: Generated<string>
  last_used_at: DefaultedInstant
  confirmed_at: DefaultedInstant
  login_at: DefaultedInstant
}

export interface ApiKeyTable {
  id: GeneratedAlways<number>
  account_id: number
  name: string
  key_hash: Buffer
  scopes: Scope[]
  networks: Generated<string[]>
  created_at: DefaultedInstant
  expires_at: Date | null
  last_used_at: Date | null
  last_used_address: string | null
}

/** Failure counters of logins. */
export interface LoginLaneTable {
  lane: string
  failures: Generated<number>
  since: Date
  last_at: Date
  blocked_until: Date | null
}

export interface LoginSourceTable {
  account_id: number
  source: string
  last_at: Date
}

export interface SettingTable {
  name: string
  /** Any JSON; written as text, because the driver would convert an array to a PostgreSQL array. */
  value: ColumnType<unknown, string, string>
  version: Generated<number>
}

export interface ProbeTable {
  id: Generated<number>
  fqdn: string
  created_at: DefaultedInstant
  paused_at: Date | null
  deleted_at: Date | null
  events_per_second: number | null
  last_seen_at: Date | null
  /** When it first and last reported or sent events. */
  first_heard_at: Date | null
  heard_at: Date | null
}

export interface ProbeCertificateTable {
  fingerprint: Buffer
  probe_id: number
  not_after: Date
  issued_at: DefaultedInstant
  revoked_at: Date | null
  first_used_at: Date | null
  last_used_at: Date | null
  last_network: string | null
  /**
   * When a newer certificate was first used. If `revoked_at` is the same instant, this one was replaced before it was
   * used.
   */
  superseded_at: Date | null
}

export interface ProbeNetworkTable {
  probe_id: number
  network: string
  last_used_at: Date
  is_expected: Generated<boolean>
}

export interface ProbeCloneClearanceTable {
  probe_id: number
  /** Earlier uses of its certificates raise no alarm. */
  cleared_at: Date
}

export interface ProbeCloneAlarmTable {
  probe_id: number
  reason: 'old-certificate' | 'two-networks'
  raised_at: Date
  last_at: Date
  networks: string[]
  /** Fingerprints, hexadecimal. */
  certificates: string[]
}

export interface ProbeRevisionTable {
  number: number
}

export interface ProbeEnrolmentTable {
  code_hash: Buffer
  probe_id: number
  created_at: DefaultedInstant
  expires_at: Date
  used_at: Date | null
  source_network: string | null
}

export interface ProbeHealthTable {
  probe_id: number
  report: ColumnType<unknown, string, string>
  reported_at: DefaultedInstant
  /** The newest counters of the sensor. */
  capture_packets: number | null
  capture_dropped: number | null
}

export interface ProbeClockTable {
  probe_id: number
  ahead_events: number
  old_events: number
  last_claimed: string
  last_received: Date
}

export interface GenerationTable {
  number: number
  /** For example `2026-11-14`. */
  day: string
  opened_at: DefaultedInstant
  sealed_at: Date | null
  removed_at: Date | null
  deleted_at: Date | null
  roll_over_requested_at: Date | null
}

export interface StreamPlaceTable {
  probe_id: number
  /** The 16 bytes of the stream id, which is written as 32 hexadecimal characters. */
  stream: Buffer
  first_sequence: number
  generation: number
}

export interface StreamLedgerTable {
  probe_id: number
  stream: Buffer
  /** Multiranges in PostgreSQL's text form. */
  received: Generated<string>
  indexed: Generated<string>
  dead: Generated<string>
  expired: Generated<string>
  folded_dead: Generated<number>
  folded_expired: Generated<number>
  next_sequence: Generated<number>
  last_digest: Buffer | null
  began_at: DefaultedInstant
  changed_at: DefaultedInstant
  /** Since when received events wait to be indexed. */
  waiting_since: Date | null
}

/** The fate of the sequence numbers of a stream that first arrived in one hour. */
export interface StreamHourTable {
  probe_id: number
  stream: Buffer
  hour: Date
  /** A multirange in PostgreSQL's text form. */
  sequences: string
  received: number
  indexed: number
  dead: number
  expired: number
  missing: number
  has_loss: boolean
}

/** A period without any contact from a probe. */
export interface ProbeSilenceTable {
  probe_id: number
  began_at: Date
  ended_at: Date
}

/** Packets that the sensor of a probe dropped in an hour. */
export interface CaptureLossTable {
  probe_id: number
  hour: Date
  dropped: number
}

export interface CoverageStartTable {
  is_only: Generated<boolean>
  known_from: Date
}

export interface StreamGapTable {
  probe_id: number
  stream: Buffer
  first_sequence: number
  last_sequence: number
  reason: string
  reported_at: DefaultedInstant
}

export interface IngestHoldTable {
  reason: string
  detail: string
  raised_at: DefaultedInstant
  renewed_at: DefaultedInstant
}

export interface RiskPolicyTable {
  version: number
  policy: ColumnType<RiskPolicy, string, never>
  created_at: ColumnType<Date, never, never>
  created_by: string
}

export interface AuditTable {
  id: GeneratedAlways<number>
  at: GeneratedAlways<Date>
  account_id: number | null
  username: string
  via: 'token' | 'cookie' | 'key' | 'console' | 'login' | 'appliance'
  credential_prefix: string | null
  address: string
  request_id: string
  action: string
  object: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  /** SHA-256 over the hash of the previous row and this row's line. */
  hash: GeneratedAlways<Buffer>
}

export interface AuditHeadTable {
  is_only: GeneratedAlways<boolean>
  last_id: GeneratedAlways<number>
  hash: GeneratedAlways<Buffer>
}

/** Outcome of a request: answered, rejected, or failed. */
export type AccessResult = 'ok' | 'refused' | 'failed'

export interface AuditAccessTable {
  batch: number
  position: number
  at: Date
  account_id: number | null
  username: string
  via: string
  credential_prefix: string | null
  address: string
  request_id: string
  action: string
  object: string
  result: AccessResult
  status: number
  detail: string | null
}

/** Rows that were moved into a file. */
export interface AuditArchiveTable {
  number: number
  last_id: number
  hash: Buffer
  statement: string
  signature: Buffer
}

export interface AuditCheckpointTable {
  number: number
  last_id: number
  statement: string
  signature: Buffer
}

export interface SealingKeyTable {
  version: number
  fingerprint: Buffer
  registered_at: DefaultedInstant
}

export interface SealedSecretTable {
  name: string
  kek_version: number
  wrapped_key: Buffer
  ciphertext: Buffer
  changed_at: DefaultedInstant
}

/** The use of a certificate: signing, our own servers, or the API certificate that an administrator uploaded. */
export type CertificatePurpose = 'authority' | 'appliance' | 'administrator'

export interface CertificateTable {
  purpose: CertificatePurpose
  chain_pem: string
  fingerprint: Buffer
  not_after: Date
  changed_at: DefaultedInstant
}

/** How far an analyst has triaged an alert. */
export type MarkStatus = 'open' | 'acknowledged' | 'closed'

/** What an analyst found an alert to be. */
export type MarkVerdict = 'true_positive' | 'false_positive' | 'benign'

export interface AlertMarkTable {
  uuid: string
  at_ms: number
  received_at: Date
  status: MarkStatus
  note: string
  tags: string[]
  verdict: MarkVerdict | null
  reason: Generated<string>
  assignee: string | null
  /** Grows with every change of what the engine has a copy of. Set by a trigger. */
  revision: Generated<number>
  changed_at: DefaultedInstant
  changed_by: string
}

export interface AlertHistoryTable {
  id: GeneratedAlways<number>
  uuid: string
  received_at: Date
  changed_at: DefaultedInstant
  changed_by: string
  /** The fields that changed, each with its old and new value. */
  changes: ColumnType<object, string, never>
  /** The job that made the change, or undid its own. */
  job_id: number | null
  is_undo: Generated<boolean>
  /** The transaction of the change. */
  changed_in: GeneratedAlways<string | null>
}

export type AlertJobState = 'running' | 'finished' | 'failed' | 'undoing' | 'undone'

/** A change of many alerts, batch by batch. */
export interface AlertJobTable {
  id: GeneratedAlways<number>
  state: Generated<AlertJobState>
  target: ColumnType<unknown, string, never>
  change: ColumnType<unknown, string, never>
  /** The database when the alerts were counted: which changes were visible. */
  snapshot: string
  frozen_at: Date
  matching: number
  done: Generated<number>
  skipped: Generated<number>
  changed: Generated<number>
  /** Grows with every batch. */
  step: Generated<number>
  /** Where the next batch starts. */
  next: ColumnType<unknown, string | null, string | null>
  /** Whether it reached all of its alerts. */
  is_complete: Generated<boolean>
  failure: string | null
  account_id: number
  username: string
  via: AuditTable['via']
  credential_prefix: string | null
  address: string
  request_id: string
  created_at: DefaultedInstant
  ended_at: Date | null
  undo_by: string | null
  undo_at: Date | null
  undo_ended_at: Date | null
  /** The last entry of the history that was undone. */
  undo_after: Generated<number>
  undo_restored: Generated<number>
  undo_changed: Generated<number>
}

/** Alerts that a job or its undo left alone. */
export interface AlertJobExceptionTable {
  job_id: number
  is_undo: boolean
  uuid: string
  reason: 'changed' | 'too-many-tags'
}

/** Alerts whose mark is not in the engine yet. Filled by a trigger of `alert_mark`. */
export interface AlertOutboxTable {
  uuid: string
  revision: number
  queued_at: DefaultedInstant
  due_at: DefaultedInstant
  /** Why the engine does not take it. */
  refused: string | null
  is_status_changed: Generated<boolean>
}

/** One row. */
export interface AlertProjectionTable {
  is_only: Generated<boolean>
  /** While all states are copied again: copies with a lower revision are outdated. */
  before: number | null
  /** Marks up to this uuid are queued; null when all are. */
  after: string | null
}

/** The logs so far, each a topic of events. */
export interface LogEpochTable {
  epoch: number
  topic_id: string
  begun_at: DefaultedInstant
}

export interface ClusterPositionTable {
  is_only: Generated<boolean>
  epoch: number
  position: ColumnType<[number, number][], string, string>
  changed_at: DefaultedInstant
}

/** One row. */
export interface ClusterCountingTable {
  is_only: Generated<boolean>
  /** Of the leader; 0 before the first. */
  term: Generated<number>
  /** Clusters are scored by this version of the policy or by a newer one of their alerts. */
  policy_version: Generated<number>
  /** While all clusters are counted again: the sort values of the last one that is queued. Null when all are. */
  recount_after: ColumnType<(number | string)[] | null, string | null, string | null>
}

/** Clusters of an IP address on a day that have to be counted again. */
export interface ClusterRecountTable {
  day: string
  ip: string
  /** Grows with every reason. */
  touch: Generated<number>
  touched_at: DefaultedInstant
  /** Bit n is the hour from n to n + 1. */
  hours: Generated<number>
}

/** The public half of an export's certificate settings; the private key is a sealed secret. */
export interface ExportCertificateJson {
  chain_pem: string | null
  fingerprint_sha256: string | null
  not_after: string | null
  ca_pem: string | null
  server_name: string | null
  verify: boolean
}

export interface SyslogExportTable {
  id: number
  version: Generated<number>
  general: ColumnType<unknown, string, string>
  filters: ColumnType<unknown, string, string>
  certificate: ColumnType<ExportCertificateJson | null, string | null, string | null>
  replay_number: Generated<number>
  replay_from: Date | null
  audit_from: number | null
  created_at: DefaultedInstant
  changed_at: DefaultedInstant
}

export interface ExportCursorTable {
  export_id: number
  epoch: number
  positions: ColumnType<[number, number][], string, string>
  audit_next: number | null
  passed: Buffer
  received_at: Date
  replay_number: number
  version: Generated<number>
  changed_at: DefaultedInstant
}

export interface ExportStateTable {
  export_id: number
  state: ColumnType<unknown, string, string>
  reported_at: DefaultedInstant
}

/** Where metrics are exported to; the key is a sealed secret. */
export interface MetricsTargetJson {
  ip: string
  port: number
  iface: string | null
}

export interface MetricsExportTable {
  is_only: Generated<boolean>
  version: Generated<number>
  target: ColumnType<MetricsTargetJson | null, string | null, string | null>
  machine_guid: Generated<string>
  changed_at: DefaultedInstant
}

export interface MetricsExportStateTable {
  is_only: Generated<boolean>
  version: number
  state: ColumnType<unknown, string, string>
  reported_at: DefaultedInstant
}

/** A content that is stored completely. */
export interface FileTable {
  sha256: Buffer
  size: number
  content_id: string
  stored_at: DefaultedInstant
}

/** A file that a probe announced. */
export interface ProbeFileTable {
  probe_id: number
  sha256: Buffer
  size: number
  state: 'uploading' | 'stored' | 'refused'
  reason: string | null
  /** Of the upload under way. */
  content_id: string | null
  next_piece: Generated<number>
  first_seen_at: DefaultedInstant
  last_seen_at: DefaultedInstant
}

/** Contents that no row refers to; filled by triggers. */
export interface FileRemovalTable {
  content_id: string
  queued_at: DefaultedInstant
}

/** Every table, as Kysely sees it. The migrations are authoritative; integration tests check that the two agree. */
export interface Database {
  account: AccountTable
  session: SessionTable
  api_key: ApiKeyTable
  login_lane: LoginLaneTable
  login_source: LoginSourceTable
  setting: SettingTable
  probe: ProbeTable
  probe_certificate: ProbeCertificateTable
  probe_network: ProbeNetworkTable
  probe_clone_alarm: ProbeCloneAlarmTable
  probe_clone_clearance: ProbeCloneClearanceTable
  probe_revision: ProbeRevisionTable
  probe_enrolment: ProbeEnrolmentTable
  probe_health: ProbeHealthTable
  probe_clock: ProbeClockTable
  generation: GenerationTable
  stream_place: StreamPlaceTable
  stream_ledger: StreamLedgerTable
  stream_gap: StreamGapTable
  stream_hour: StreamHourTable
  probe_silence: ProbeSilenceTable
  capture_loss: CaptureLossTable
  coverage_start: CoverageStartTable
  ingest_hold: IngestHoldTable
  audit: AuditTable
  audit_head: AuditHeadTable
  audit_checkpoint: AuditCheckpointTable
  audit_archive: AuditArchiveTable
  audit_access: AuditAccessTable
  sealing_key: SealingKeyTable
  sealed_secret: SealedSecretTable
  certificate: CertificateTable
  risk_policy: RiskPolicyTable
  alert_mark: AlertMarkTable
  alert_history: AlertHistoryTable
  alert_outbox: AlertOutboxTable
  alert_projection: AlertProjectionTable
  alert_job: AlertJobTable
  alert_job_exception: AlertJobExceptionTable
  log_epoch: LogEpochTable
  cluster_position: ClusterPositionTable
  cluster_counting: ClusterCountingTable
  cluster_recount: ClusterRecountTable
  syslog_export: SyslogExportTable
  export_cursor: ExportCursorTable
  export_state: ExportStateTable
  metrics_export: MetricsExportTable
  metrics_export_state: MetricsExportStateTable
  file: FileTable
  probe_file: ProbeFileTable
  file_removal: FileRemovalTable
}
