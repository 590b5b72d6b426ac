import { waitUntil } from '@watchpost/servers'
import { sendExampleAlert } from './an-alert.ts'
import type { Reader } from './reader.ts'

/** An operation by its name, or a preparation for the next one. */
export type PrefilledStep = string | ((reader: Reader) => Promise<void>)

/** The health check starts slowly, and the first request waits for it. */
const HEALTH_WITHIN_MS = 120_000

/** Things are created before they are read and removed last; operations that end the own session come at the end. */
const groups: readonly (readonly PrefilledStep[])[] = [
  ['readVersion', 'readAuthority', 'readProblem', 'readSecurityContact', 'whoAmI', 'listMySessions'],
  ['login', 'beginSession', 'confirmSession', 'changePassword'],
  ['createApiKey', 'listApiKeys', 'removeApiKey'],

  ['createUser', logInAsCreated, 'listUsers', 'readUser', 'listUserSessions', 'endUserSession'],
  ['endUserSessions', 'changeUser', 'resetPassword', 'removeUser'],
  ['readSettings', 'describeSettings', 'changeSettings'],
  ['readCertificate', 'replaceCertificate', 'restoreCertificate'],

  [
    'createProbe',
    'listProbes',
    'readProbe',
    'pairProbe',
    sendExampleAlert,
    'clearCloneAlarms',
    'readLedger',
    'readCoverage',
    'readProbeLedger',
  ],
  ['search', 'count', 'listFields'],
  ['listAlerts', 'listAlertsByBody', 'summariseAlerts', 'listAlertGroups', 'readAlert'],
  ['markAlert', 'markAlerts', 'listAlertHistory', 'listAssignees'],
  ['startAlertJob', 'listAlertJobs', 'readAlertJob', 'listJobExceptions', 'undoAlertJob'],
  ['listClusters', 'listClustersByBody', 'readCluster'],
  ['readRiskPolicy', 'listRiskPolicies', 'describeRiskPolicy', 'tryRiskPolicy', 'replaceRiskPolicy'],
  ['listDeadLetters', 'summariseDeadLetters', 'readDeadLetter', 'retryDeadLetters'],

  ['putSyslogExport', 'listSyslogExports', 'readSyslogExport', 'putSyslogGeneral', 'postSyslogGeneral'],
  ['putSyslogFilters', 'postSyslogFilters', 'putSyslogCertificate', 'postSyslogCertificate', 'testSyslogExport'],
  ['replaySyslogExport', 'clearSyslogFilters', 'clearSyslogCertificate', 'removeSyslogExport'],
  ['putMetricsExport', 'postMetricsExport', 'readMetricsExport', 'testMetricsExport'],

  ['changeProbe', 'unpairProbe', 'removeProbe', 'listAudit', waitForHealth, 'readHealth'],
  ['endMySession', 'refresh', useNewToken, 'logout'],
  [becomeAdministrator, 'endSession', becomeAdministrator, 'endMySessions'],
]
export const prefilledOrder: readonly PrefilledStep[] = groups.flat()

/** The third session of the stack, after those of the proof and the reader. */
async function logInAsCreated({ last, logIn }: Reader): Promise<void> {
  const { username, password } = last() as { username: string; password: string }
  await logIn({ username, password })
}

async function useNewToken({ last, use }: Reader): Promise<void> {
  use(String(last().token))
}

async function becomeAdministrator(reader: Reader): Promise<void> {
  await reader.becomeAdministrator()
}

async function waitForHealth({ send }: Reader): Promise<void> {
  const isAnswered = async () =>
    (await send('GET', '/api/system/health').then(
      ({ status }) => status,
      () => 0,
    )) === 200
  if (!(await waitUntil(isAnswered, { withinMs: HEALTH_WITHIN_MS }))) throw new Error('there is no health')
}
