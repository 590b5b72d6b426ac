export { type AccessEntry, type AccessStore, createAccessStore } from './access-store.ts'
export { type Account, type AccountStore, createAccountStore } from './account-store.ts'
export {
  type AlertMark,
  type AlertMarkStore,
  createAlertMarkStore,
  type MarkableAlert,
  type MarkChange,
  type MarkedWish,
} from './alert-mark-store.ts'
export {
  type ApiKeyEntry,
  type ApiKeyStore,
  createApiKeyStore,
  type LiveApiKey,
  type NewApiKey,
} from './api-key-store.ts'
export {
  type AuditFilter,
  type AuditListEntry,
  type AuditListStore,
  type AuditPage,
  type AuditPosition,
  createAuditListStore,
} from './audit-list-store.ts'
export { auditedChange, type AuditEntry, type AuditOrigin, type AuditVia, type Change } from './audit-store.ts'
export {
  type AuditTrailStore,
  createAuditTrailStore,
  type SigningTransaction,
  type TrailArchive,
  type TrailRow,
  type TrailState,
} from './audit-trail-store.ts'
export {
  type CertificateStore,
  createCertificateStore,
  listCertificates,
  type NewCertificate,
  type PublicCertificate,
  type StoredCertificate,
} from './certificate-store.ts'
export { createCertificateWatch } from './certificate-watch.ts'
export { createClockWatch } from './clock-watch.ts'
export {
  type ClusterPosition,
  type ClusterPositionStore,
  createClusterPositionStore,
} from './cluster-position-store.ts'
export { connectStore, type Store, type StoreOptions } from './connect-store.ts'
export { type Announce, createDeadLetterRetries } from './dead-letter-retries.ts'
export {
  type CoverageRows,
  type CoverageStore,
  type CoverageWish,
  type CoveredHour,
  createCoverageStore,
  type FleetFigures,
  type FleetHour,
  type ProbeSilence,
} from './coverage/coverage-store.ts'
export type { LedgerEntry } from './coverage/enter-sequences.ts'
export type { CertificatePurpose, Database, MarkStatus, Role, Scope, SessionKind } from './database.ts'
export { createExportClaims, type ExportClaims } from './export-claims.ts'
export { createExportCursorStore, type ExportCursor, type ExportCursorStore } from './export-cursor-store.ts'
export {
  createExportStateStore,
  exportSilentSeconds,
  type ExportStateStore,
  type ReportedState,
} from './export-state-store.ts'
export { createGenerationStore, type Generation, type GenerationStore } from './generation-store.ts'
export { createHoldStore, type HoldStore, type IngestHold } from './hold-store.ts'
export { createLeaderLock } from './leader-lock.ts'
export { type AbandonedRange, createLedgerStore, type StreamMark } from './ledger-store.ts'
export { createLedgerView, type LedgerStream, type LedgerTotals, type ProbeTotals } from './ledger-view.ts'
export { type BegunEpoch, createLogEpochStore, type LogEpoch, type LogEpochStore } from './log/log-epoch-store.ts'
export type { LaneKind } from './login-lane.ts'
export {
  createManagedProbeStore,
  type ManagedProbe,
  type ManagedProbeStore,
  type NewManagedProbe,
  type ProbeChange,
} from './managed-probe-store.ts'
export {
  createMetricsExportStore,
  type MetricsExportEntry,
  type MetricsExportStore,
  type MetricsTarget,
  type ReportedMetrics,
  readMetricsExport,
} from './metrics-export-store.ts'
export {
  createLoginLaneStore,
  type LoginAdmission,
  type LoginAttempt,
  type LoginLaneStore,
} from './login-lane-store.ts'
export { migrate, migrations } from './migrate.ts'
export { readStoreFacts } from './store-facts.ts'
export { readStoreHealth, type StoreHealth } from './store-health.ts'
export type { PasswordEffects } from './password-effects.ts'
export {
  createPasswordHash,
  type PasswordHash,
  pepperName,
} from './password-hash.ts'
export { createPlaceStore, type PlaceStore, type StreamKey, type StreamPlace } from './place-store.ts'
export type { NewCode } from './probe-enrolment-rows.ts'
export {
  createProbeEnrolmentStore,
  type EnrollingProbe,
  type NewProbeCertificate,
  type ProbeEnrolmentStore,
  type ShownCode,
} from './probe-enrolment-store.ts'
export { createProbeHealthStore, type ProbeHealthStore, type ReportedHealth } from './probe-health-store.ts'
export { type ClockCorrections, createProbeClockStore, type ProbeClockStore } from './probes/probe-clock-store.ts'
export { type CertifiedProbe, createProbeStore, type NewProbe, type Probe, type ProbeStore } from './probe-store.ts'
export type { CertificateState } from './probe-use/certificate-life.ts'
export { type CloneAlarmStore, createCloneAlarmStore } from './probe-use/clone-alarm-store.ts'
export type { CloneAlarm } from './probe-use/clone-alarm-rows.ts'
export type { CloneReason, CloneSign } from './probe-use/clone-signs.ts'
export type { ManagedCertificate } from './probe-use/probe-certificates.ts'
export { createProbeUseStore, type FirstUse, type ProbeUse, type ProbeUseStore } from './probe-use/probe-use-store.ts'
export { createRiskPolicyStore, type RiskPolicyEntry, type RiskPolicyStore } from './risk-policy-store.ts'
export { createSealedSecretStore, type SealedSecretStore, type SecretSealer } from './sealed-secret-store.ts'
export { createSealingKeyStore, type SealingKey, type SealingKeyStore } from './sealing-key-store.ts'
export type { BegunSession, NewSession } from './session-rows.ts'
export { createSessionStore, type LiveSession, type SessionEntry, type SessionStore } from './session-store.ts'
export { createSettingStore, type SettingStore, type VersionedSettings } from './setting-store.ts'
export { createSettingWatch, type SettingWatch } from './setting-watch.ts'
export { grantToRoles } from './grant-to-roles.ts'
export { ownerOf, StoreConfig, StoreOwnerConfig } from './store-config.ts'
export {
  createSyslogExportStore,
  type ExportCertificate,
  type NewExportCertificate,
  type SyslogExportChanged,
  type SyslogExportChanges,
  type SyslogExportEntry,
  type SyslogExportStore,
} from './syslog-export-store.ts'
export { isStoreRetryable, isStoreUnavailable } from './store-unavailable.ts'
export { untilStoreAnswers } from './until-store-answers.ts'
export type { NewUser, User } from './user-rows.ts'
export { createUserStore, type NewPassword, type Permit, type UserChange, type UserStore } from './user-store.ts'
