import type { OperationName } from './operation.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The method and path of each operation. An operation of the contract that is missing here is a type error. */
export const operations = {
  login: at('POST', '/api/auth/login'),
  refresh: at('POST', '/api/auth/refresh'),
  logout: at('POST', '/api/auth/logout'),
  whoAmI: at('GET', '/api/auth/me'),
  beginSession: at('POST', '/api/auth/session'),
  endSession: at('DELETE', '/api/auth/session'),
  confirmSession: at('POST', '/api/auth/session/confirm'),
  changePassword: at('POST', '/api/auth/password'),
  listMySessions: at('GET', '/api/auth/sessions'),
  endMySessions: at('DELETE', '/api/auth/sessions'),
  endMySession: at('DELETE', '/api/auth/sessions/{id}'),
  listApiKeys: at('GET', '/api/auth/keys'),
  createApiKey: at('POST', '/api/auth/keys'),
  removeApiKey: at('DELETE', '/api/auth/keys/{id}'),

  listUsers: at('GET', '/api/users'),
  createUser: at('POST', '/api/users'),
  readUser: at('GET', '/api/users/{id}'),
  changeUser: at('PATCH', '/api/users/{id}'),
  removeUser: at('DELETE', '/api/users/{id}'),
  resetPassword: at('POST', '/api/users/{id}/password'),
  listUserSessions: at('GET', '/api/users/{user_id}/sessions'),
  endUserSessions: at('DELETE', '/api/users/{user_id}/sessions'),
  endUserSession: at('DELETE', '/api/users/{user_id}/sessions/{id}'),

  search: at('POST', '/api/data/es/search'),
  count: at('POST', '/api/data/es/count'),
  listFields: at('GET', '/api/data/es/fields'),

  listAlerts: at('GET', '/api/alerts'),
  listAlertsByBody: at('POST', '/api/alerts'),
  summariseAlerts: at('GET', '/api/alerts/summary'),
  listAlertGroups: at('GET', '/api/alerts/groups'),
  readAlert: at('GET', '/api/alerts/{id}'),
  listAlertHistory: at('GET', '/api/alerts/{id}/history'),
  markAlert: at('PATCH', '/api/alerts/{id}/mark'),
  markAlerts: at('POST', '/api/alerts/marks'),
  listAssignees: at('GET', '/api/alerts/assignees'),
  startAlertJob: at('POST', '/api/alerts/jobs'),
  listAlertJobs: at('GET', '/api/alerts/jobs'),
  readAlertJob: at('GET', '/api/alerts/jobs/{id}'),
  undoAlertJob: at('POST', '/api/alerts/jobs/{id}/undo'),
  listJobExceptions: at('GET', '/api/alerts/jobs/{id}/exceptions'),
  listClusters: at('GET', '/api/alerts/clusters'),
  listClustersByBody: at('POST', '/api/alerts/clusters'),
  readCluster: at('GET', '/api/alerts/clusters/{id}'),
  readRiskPolicy: at('GET', '/api/risk-policy'),
  listRiskPolicies: at('GET', '/api/risk-policy/versions'),
  describeRiskPolicy: at('GET', '/api/risk-policy/schema'),
  replaceRiskPolicy: at('PUT', '/api/risk-policy'),
  tryRiskPolicy: at('POST', '/api/risk-policy/trial'),

  listProbes: at('GET', '/api/probes'),
  createProbe: at('POST', '/api/probes'),
  readProbe: at('GET', '/api/probes/{id}'),
  changeProbe: at('PATCH', '/api/probes/{id}'),
  removeProbe: at('DELETE', '/api/probes/{id}'),
  pairProbe: at('POST', '/api/probes/{id}/pairing'),
  unpairProbe: at('DELETE', '/api/probes/{id}/pairing'),
  clearCloneAlarms: at('POST', '/api/probes/{id}/clone-clearance'),
  readProbeLedger: at('GET', '/api/probes/{id}/ledger'),
  readLedger: at('GET', '/api/ledger'),
  readCoverage: at('GET', '/api/coverage'),
  listDeadLetters: at('GET', '/api/dead-letters'),
  summariseDeadLetters: at('GET', '/api/dead-letters/summary'),
  readDeadLetter: at('GET', '/api/dead-letters/{number}'),
  retryDeadLetters: at('POST', '/api/dead-letters/retry'),

  listSyslogExports: at('GET', '/api/exports/syslog'),
  readSyslogExport: at('GET', '/api/exports/syslog/{id}'),
  putSyslogExport: at('PUT', '/api/exports/syslog/{id}'),
  removeSyslogExport: at('DELETE', '/api/exports/syslog/{id}'),
  putSyslogGeneral: at('PUT', '/api/exports/syslog/{id}/general'),
  postSyslogGeneral: at('POST', '/api/exports/syslog/{id}/general'),
  putSyslogFilters: at('PUT', '/api/exports/syslog/{id}/filters'),
  postSyslogFilters: at('POST', '/api/exports/syslog/{id}/filters'),
  clearSyslogFilters: at('DELETE', '/api/exports/syslog/{id}/filters'),
  putSyslogCertificate: at('PUT', '/api/exports/syslog/{id}/certificate'),
  postSyslogCertificate: at('POST', '/api/exports/syslog/{id}/certificate'),
  clearSyslogCertificate: at('DELETE', '/api/exports/syslog/{id}/certificate'),
  testSyslogExport: at('POST', '/api/exports/syslog/{id}/test'),
  replaySyslogExport: at('POST', '/api/exports/syslog/{id}/replay'),
  readMetricsExport: at('GET', '/api/exports/metrics'),
  putMetricsExport: at('PUT', '/api/exports/metrics'),
  postMetricsExport: at('POST', '/api/exports/metrics'),
  testMetricsExport: at('POST', '/api/exports/metrics/test'),

  readSettings: at('GET', '/api/settings'),
  describeSettings: at('GET', '/api/settings/schema'),
  changeSettings: at('PATCH', '/api/settings'),
  readCertificate: at('GET', '/api/system/certificate'),
  replaceCertificate: at('PUT', '/api/system/certificate'),
  restoreCertificate: at('DELETE', '/api/system/certificate'),
  readAuthority: at('GET', '/api/system/ca'),
  readHealth: at('GET', '/api/system/health'),
  readVersion: at('GET', '/api/version'),
  listAudit: at('GET', '/api/audit'),
  readProblem: at('GET', '/problems/{code}'),
  readSecurityContact: at('GET', '/.well-known/security.txt'),
} as const satisfies Record<OperationName, Place>

export interface Place {
  method: Method
  /** Parameters are in braces. */
  path: string
}

function at(method: Method, path: string): Place {
  return { method, path }
}
