export { alertExpansions, alertLimits, alertOrders, AlertParameters } from './alerts/alert-parameters.ts'
export { commaSeparated } from './alerts/filter-schemas.ts'
export {
  AlertMark,
  AlertMarkChange,
  AlertMarksChange,
  markAlert,
  markAlerts,
} from './alerts/alert-marks.ts'
export {
  AlertHistoryEntry,
  AlertHistoryParameters,
  historyLimits,
  listAlertHistory,
  listAssignees,
} from './alerts/alert-history.ts'
export { AlertJob, JobException, JobFilter, jobLimits, NewAlertJob } from './alerts/alert-jobs.ts'
export {
  AlertJobParameters,
  JobExceptionParameters,
  listAlertJobs,
  listJobExceptions,
  readAlertJob,
  startAlertJob,
  undoAlertJob,
} from './alerts/alert-job-routes.ts'
export { AlertGroup, AlertGroupParameters, groupLimits, listAlertGroups } from './alerts/alert-groups.ts'
export {
  AlertSummary,
  AlertSummaryParameters,
  summariseAlerts,
  summaryIntervals,
  summaryLimits,
  summaryParts,
  topFields,
} from './alerts/alert-summary.ts'
export {
  Alert,
  AlertDetail,
  listAlerts,
  listAlertsByBody,
  ProbeReference,
  readAlert,
  RiskContribution,
} from './alerts/alerts.ts'
export { Role, Scope } from './people/access.ts'
export {
  ApiKey,
  CreatedApiKey,
  createApiKey,
  listApiKeys,
  NewApiKey,
  removeApiKey,
} from './people/api-key.ts'
export {
  Cluster,
  ClusterDetail,
  ClusterParameters,
  clusterSides,
  clusterSorts,
  listClusters,
  listClustersByBody,
  readCluster,
} from './alerts/clusters.ts'
export { AuditEntryView, AuditParameters, listAudit } from './system/audit.ts'
export { AppError, type AppErrorOptions, type ProblemItem } from './problems/app-error.ts'
export {
  Certificate,
  CertificateReplacement,
  readAuthority,
  readCertificate,
  replaceCertificate,
  restoreCertificate,
} from './system/certificate.ts'
export {
  DeadLetter,
  deadLetterLimits,
  DeadLetterRetry,
  DeadLetterSummary,
  WholeDeadLetter,
} from './probes/dead-letter.ts'
export {
  DeadLetterParameters,
  DeadLetterRetryWish,
  listDeadLetters,
  readDeadLetter,
  retryDeadLetters,
  summariseDeadLetters,
} from './probes/dead-letter-routes.ts'
export { Coverage, coverageLimits, readCoverage } from './probes/coverage.ts'
export {
  Ledger,
  ledgerLimits,
  LedgerTotals,
  ProbeLedger,
  readLedger,
  readProbeLedger,
} from './probes/ledger.ts'
export { login, LoginRequest, LoginResponse, logout, refresh } from './people/login.ts'
export {
  MetricsExport,
  MetricsExportChange,
  MetricsState,
  type MetricsTest,
} from './exports/metrics-export.ts'
export { postMetricsExport, putMetricsExport, readMetricsExport, testMetricsExport } from './exports/metrics-routes.ts'
export { PasswordEffects, PasswordReset } from './people/password.ts'
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
} from './probes/probe.ts'
export { ProbeHealth, probeHealthExample, ProbeHealthReport } from './probes/probe-health.ts'
export {
  changeProbe,
  clearCloneAlarms,
  createProbe,
  listProbes,
  pairProbe,
  readProbe,
  removeProbe,
  unpairProbe,
} from './probes/probe-routes.ts'
export { commonFailures, failures, Problem, readProblem } from './problems/problem.ts'
export { defaultDetail, isProblemCode, type ProblemCode, problems } from './problems/problems.ts'
export {
  describeRiskPolicy,
  listRiskPolicies,
  readRiskPolicy,
  replaceRiskPolicy,
  RiskPolicyVersion,
} from './alerts/risk-policy.ts'
export { RiskPolicyTrial, TrialExample, trialLimits, tryRiskPolicy } from './alerts/risk-policy-trial.ts'
export { count, CountBody, CountResponse, search, SearchBody, SearchResponse } from './search/search.ts'
export { CostEstimate } from './search/search-cost.ts'
export { countExamples, searchExamples } from './search/search-examples.ts'
export { listFields, SearchField, SearchFields } from './search/search-fields.ts'
export { familiesOf, SearchParameters, SearchTargetParameters } from './search/search-parameters.ts'
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
} from './people/session.ts'
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
} from './system/settings.ts'
export {
  storedSyslogParts,
  type StoredSyslogGeneral,
  syslogMessageOptions,
  syslogTarget,
  syslogTransport,
} from './exports/stored-syslog.ts'
export {
  SyslogCertificate,
  SyslogCertificateChange,
  SyslogExportChange,
  SyslogFilters,
  SyslogFiltersChange,
  SyslogGeneral,
  SyslogGeneralChange,
} from './exports/syslog-export.ts'
export {
  type AlertFilterName,
  type AlertFilterRow,
  alertFilters,
  isList,
  isNegatable,
  type NegatableRow,
  negationOf,
} from './names/alert-filters.ts'
export { alertStatuses, alertVerdicts, detectorTypes, noAssignee, noVerdict } from './names/alert-names.ts'
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
} from './exports/syslog-routes.ts'
export { SyslogState } from './exports/syslog-state.ts'
export { readHealth, SystemHealth } from './system/system-health.ts'
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
} from './people/user.ts'
export { readSecurityContact } from './system/security-contact.ts'
export { readVersion, Version } from './system/version.ts'
