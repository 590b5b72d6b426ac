export { alertLimits, alertOrders, AlertParameters, detectorTypes } from './alert-parameters.ts'
export {
  AlertMark,
  AlertMarkChange,
  AlertMarksChange,
  markAlert,
  markAlerts,
} from './alert-marks.ts'
export {
  Alert,
  AlertDetail,
  listAlerts,
  listAlertsByBody,
  ProbeReference,
  readAlert,
  RiskContribution,
} from './alerts.ts'
export { Role, Scope } from './access.ts'
export {
  ApiKey,
  CreatedApiKey,
  createApiKey,
  listApiKeys,
  NewApiKey,
  removeApiKey,
} from './api-key.ts'
export {
  Cluster,
  ClusterDetail,
  ClusterParameters,
  clusterSides,
  clusterSorts,
  listClusters,
  listClustersByBody,
  readCluster,
} from './clusters.ts'
export { AuditEntryView, AuditParameters, listAudit } from './audit.ts'
export { AppError, type AppErrorOptions, type ProblemItem } from './app-error.ts'
export {
  Certificate,
  CertificateReplacement,
  readAuthority,
  readCertificate,
  replaceCertificate,
  restoreCertificate,
} from './certificate.ts'
export {
  DeadLetter,
  deadLetterLimits,
  DeadLetterRetry,
  DeadLetterSummary,
  WholeDeadLetter,
} from './dead-letter.ts'
export {
  DeadLetterParameters,
  DeadLetterRetryWish,
  listDeadLetters,
  readDeadLetter,
  retryDeadLetters,
  summariseDeadLetters,
} from './dead-letter-routes.ts'
export { Coverage, coverageLimits, readCoverage } from './coverage.ts'
export {
  Ledger,
  ledgerLimits,
  LedgerTotals,
  ProbeLedger,
  readLedger,
  readProbeLedger,
} from './ledger.ts'
export { login, LoginRequest, LoginResponse, logout, refresh } from './login.ts'
export {
  MetricsExport,
  MetricsExportChange,
  MetricsState,
  type MetricsTest,
} from './metrics-export.ts'
export { postMetricsExport, putMetricsExport, readMetricsExport, testMetricsExport } from './metrics-routes.ts'
export { PasswordEffects, PasswordReset } from './password.ts'
export {
  CloneAlarm,
  CloneClearance,
  CreatedProbe,
  NewProbe,
  Probe,
  ProbeCertificate,
  ProbeChange,
  ProbeEnrolment,
  ProbePairing,
} from './probe.ts'
export { ProbeHealth, probeHealthExample, ProbeHealthReport } from './probe-health.ts'
export {
  changeProbe,
  clearCloneAlarms,
  createProbe,
  listProbes,
  pairProbe,
  readProbe,
  removeProbe,
  unpairProbe,
} from './probe-routes.ts'
export { commonFailures, failures, Problem, readProblem } from './problem.ts'
export { defaultDetail, isProblemCode, type ProblemCode, problems } from './problems.ts'
export {
  describeRiskPolicy,
  listRiskPolicies,
  readRiskPolicy,
  replaceRiskPolicy,
  RiskPolicyVersion,
} from './risk-policy.ts'
export { RiskPolicyTrial, TrialExample, trialLimits, tryRiskPolicy } from './risk-policy-trial.ts'
export { count, CountBody, CountResponse, search, SearchBody, SearchResponse } from './search.ts'
export { CostEstimate } from './search-cost.ts'
export { countExamples, searchExamples } from './search-examples.ts'
export { listFields, SearchField, SearchFields } from './search-fields.ts'
export { familiesOf, SearchParameters, SearchTargetParameters } from './search-parameters.ts'
export {
  beginSession,
  changePassword,
  ConfirmRequest,
  confirmSession,
  endMySession,
  endMySessions,
  endSession,
  endUserSession,
  endUserSessions,
  listMySessions,
  listUserSessions,
  Me,
  PasswordChange,
  whoAmI,
  Session,
} from './session.ts'
export {
  changeSettings,
  describeSettings,
  readSettings,
  SettingDescription,
  settingDescriptions,
  type SettingName,
  Settings,
  SettingsChange,
  settingsFrom,
} from './settings.ts'
export {
  storedSyslogParts,
  type StoredSyslogGeneral,
  syslogMessageOptions,
  syslogTarget,
  syslogTransport,
} from './stored-syslog.ts'
export {
  SyslogCertificate,
  SyslogCertificateChange,
  SyslogExportChange,
  SyslogFilters,
  SyslogFiltersChange,
  SyslogGeneral,
  SyslogGeneralChange,
} from './syslog-export.ts'
export { alertStatuses } from './names/alert-names.ts'
export { syslogEventTypes, syslogProtocolAliases, syslogProtocols } from './names/syslog-names.ts'
export {
  clearSyslogCertificate,
  clearSyslogFilters,
  listSyslogExports,
  postSyslogCertificate,
  postSyslogFilters,
  postSyslogGeneral,
  putSyslogCertificate,
  putSyslogExport,
  putSyslogFilters,
  putSyslogGeneral,
  readSyslogExport,
  removeSyslogExport,
  replaySyslogExport,
  SyslogExport,
  SyslogReplay,
  type SyslogTest,
  testSyslogExport,
} from './syslog-routes.ts'
export { SyslogState } from './syslog-state.ts'
export { readHealth, SystemHealth } from './system-health.ts'
export { isLine, meaningOfPattern, noControlCharacters } from './text.ts'
export {
  changeUser,
  CreatedUser,
  createUser,
  GeneratedPassword,
  listUsers,
  NewUser,
  readUser,
  removeUser,
  resetPassword,
  User,
  UserChange,
} from './user.ts'
export { readVersion, Version } from './version.ts'
