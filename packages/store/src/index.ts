export { grantStatements } from './access/grant-statements.ts'
export { grantToServices } from './access/grant-to-services.ts'
export { type AccessEntry, type AccessStore, createAccessStore } from './audit/access-store.ts'
export { type Account, type AccountStore, createAccountStore } from './people/account-store.ts'
export {
  type AlertHistoryEntry,
  type AlertHistoryStore,
  createAlertHistoryStore,
  type HistoryPage,
} from './alerts/alert-history-store.ts'
export type {
  AlertJob,
  FilterTarget,
  Freeze,
  JobException,
  JobPosition,
  JobTarget,
} from './alert-jobs/alert-job.ts'
export {
  type AlertJobStore,
  createAlertJobStore,
  type JobLimits,
  type JobRefusal,
  type NewAlertJob,
} from './alert-jobs/alert-job-store.ts'
export { longestChangeMs } from './alert-jobs/changes-since.ts'
export type { JobBatch } from './alert-jobs/run-batch.ts'
export type { AlertMark, AlertState, MarkChange, StateChanges } from './alerts/alert-mark.ts'
export {
  type AlertMarkStore,
  createAlertMarkStore,
} from './alerts/alert-mark-store.ts'
export type { MarkResult } from './alerts/change-marks.ts'
export type { MarkableAlert } from './alerts/mark-rows.ts'
export {
  type AlertOutboxStore,
  createAlertOutboxStore,
  type OutboxBacklog,
  type PendingRange,
  type DueState,
  type PendingState,
} from './alerts/alert-outbox-store.ts'
export { createReprojectionStore, type Reprojection } from './alerts/reprojection-store.ts'
export { type AssigneeStore, createAssigneeStore } from './alerts/assignee-store.ts'
export {
  type ApiKeyEntry,
  type ApiKeyStore,
  createApiKeyStore,
  type LiveApiKey,
  type NewApiKey,
} from './people/api-key-store.ts'
export {
  type AuditFilter,
  type AuditListEntry,
  type AuditListStore,
  type AuditPage,
  type AuditPosition,
  createAuditListStore,
} from './audit/audit-list-store.ts'
export { auditedChange, type AuditEntry, type AuditOrigin, type AuditVia, type Change } from './audit/audit-store.ts'
export {
  type AuditTrailStore,
  createAuditTrailStore,
  type SigningTransaction,
  type TrailArchive,
  type TrailRow,
  type TrailState,
} from './audit/audit-trail-store.ts'
export {
  type CertificateStore,
  createCertificateStore,
  listCertificates,
  type NewCertificate,
  type PublicCertificate,
  type StoredCertificate,
} from './secrets/certificate-store.ts'
export { createCertificateWatch } from './secrets/certificate-watch.ts'
export { createClockWatch } from './database/clock-watch.ts'
export {
  type ClusterPosition,
  type ClusterPositionStore,
  type CountingTerm,
  createClusterPositionStore,
} from './alerts/cluster-position-store.ts'
export {
  type AddressHours,
  type ClusterRecount,
  type ClusterRecountStore,
  createClusterRecountStore,
  type Patience,
  type DueRecount,
  type RecountBacklog,
  type RecountPosition,
} from './alerts/cluster-recount-store.ts'
export { connectStore, type Store, type StoreOptions } from './database/connect-store.ts'
export { type Announce, createDeadLetterRetries } from './ledger/dead-letter-retries.ts'
export {
  type CoverageRows,
  type CoverageStore,
  type CoverageWish,
  type CoveredHour,
  createCoverageStore,
  type FleetFigures,
  type FleetHour,
  type ProbeSilence,
} from './ledger/coverage-store.ts'
export { type FleetTotals, fleetTotalsOf } from './ledger/fleet-totals.ts'
export type { LedgerEntry } from './ledger/enter-sequences.ts'
export type {
  CertificatePurpose,
  Database,
  MarkStatus,
  MarkVerdict,
  Role,
  Scope,
  SessionKind,
} from './database/database.ts'
export { createExportClaims, type ExportClaims } from './exports/export-claims.ts'
export { createExportCursorStore, type ExportCursor, type ExportCursorStore } from './exports/export-cursor-store.ts'
export {
  createExportStateStore,
  exportSilentSeconds,
  type ExportStateStore,
  type ReportedState,
} from './exports/export-state-store.ts'
export { createGenerationStore, type Generation, type GenerationStore } from './indexing/generation-store.ts'
export { createHoldStore, type HoldStore, type IngestHold } from './indexing/hold-store.ts'
export { createLeaderLock } from './database/leader-lock.ts'
export { type AbandonedRange, createLedgerStore, type StreamMark } from './ledger/ledger-store.ts'
export { createLedgerView, type LedgerStream, type LedgerTotals, type ProbeTotals } from './ledger/ledger-view.ts'
export { type BegunEpoch, createLogEpochStore, type LogEpoch, type LogEpochStore } from './ledger/log-epoch-store.ts'
export type { CounterKind } from './people/failure-counter.ts'
export {
  createManagedProbeStore,
  type ManagedProbe,
  type ManagedProbeStore,
  type NewManagedProbe,
  type ProbeChange,
} from './probes/managed-probe-store.ts'
export {
  createMetricsExportStore,
  type MetricsExportEntry,
  type MetricsExportStore,
  type MetricsTarget,
  type ReportedMetrics,
  readMetricsExport,
} from './exports/metrics-export-store.ts'
export {
  createFailureCounterStore,
  type LoginAdmission,
  type LoginAttempt,
  type FailureCounterStore,
} from './people/failure-counter-store.ts'
export { migrate, migrations } from './database/migrate.ts'
export { readStoreFacts } from './database/store-facts.ts'
export { readStoreHealth, type StoreHealth } from './database/store-health.ts'
export type { PasswordEffects } from './people/password-effects.ts'
export {
  createPasswordHash,
  type PasswordHash,
  pepperName,
} from './people/password-hash.ts'
export { createPlaceStore, type PlaceStore, type StreamKey, type StreamPlace } from './indexing/place-store.ts'
export type { NewCode } from './probes/probe-enrolment-rows.ts'
export {
  createProbeEnrolmentStore,
  type EnrollingProbe,
  type NewProbeCertificate,
  type ProbeEnrolmentStore,
  type ShownCode,
} from './probes/probe-enrolment-store.ts'
export { createProbeHealthStore, type ProbeHealthStore, type ReportedHealth } from './probes/probe-health-store.ts'
export { type ClockCorrections, createProbeClockStore, type ProbeClockStore } from './probes/probe-clock-store.ts'
export {
  type CertifiedProbe,
  createProbeStore,
  type NewProbe,
  type Probe,
  type ProbeStore,
} from './probes/probe-store.ts'
export type { CertificateState } from './probes/certificate-life.ts'
export { type CloneAlarmStore, createCloneAlarmStore } from './probes/clone-alarm-store.ts'
export type { CloneAlarm } from './probes/clone-alarm-rows.ts'
export type { CloneReason, CloneSign } from './probes/clone-signs.ts'
export type { ManagedCertificate } from './probes/probe-certificates.ts'
export { createProbeUseStore, type FirstUse, type ProbeUse, type ProbeUseStore } from './probes/probe-use-store.ts'
export { createRiskPolicyStore, type RiskPolicyEntry, type RiskPolicyStore } from './alerts/risk-policy-store.ts'
export { createSealedSecretStore, type SealedSecretStore, type SecretSealer } from './secrets/sealed-secret-store.ts'
export { createSealingKeyStore, type SealingKey, type SealingKeyStore } from './secrets/sealing-key-store.ts'
export type { BegunSession, NewSession } from './people/session-rows.ts'
export { createSessionStore, type LiveSession, type SessionEntry, type SessionStore } from './people/session-store.ts'
export { createSettingStore, type SettingStore, type VersionedSettings } from './settings/setting-store.ts'
export { createSettingWatch, type SettingWatch } from './settings/setting-watch.ts'
export { ownerOf, StoreConfig, StoreOwnerConfig } from './database/store-config.ts'
export {
  createSyslogExportStore,
  type ExportCertificate,
  type NewExportCertificate,
  type SyslogExportChanged,
  type SyslogExportChanges,
  type SyslogExportEntry,
  type SyslogExportStore,
} from './exports/syslog-export-store.ts'
export { isStoreRetryable, isStoreUnavailable } from './database/store-unavailable.ts'
export { untilStoreAnswers } from './database/until-store-answers.ts'
export type { NewUser, User } from './people/user-rows.ts'
export { createUserStore, type NewPassword, type Permit, type UserChange, type UserStore } from './people/user-store.ts'
export {
  createFileKeepingStore,
  fileKeyName,
  type FileKeepingStore,
  type FileLimits,
  type FileTotals,
} from './files/file-keeping-store.ts'
export {
  type AnnouncedFile,
  createProbeFileStore,
  type FileAnswer,
  type FileRefusal,
  type FileUpload,
  type ProbeFileStore,
  type UploadStep,
} from './files/probe-file-store.ts'
