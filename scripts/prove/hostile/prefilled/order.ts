import { waitUntil } from '@watchpost/servers'
import { sendExampleAlert } from './an-alert.ts'
import type { Reader } from './reader.ts'

/** An operation by its name, or what has to happen before the next one can work. */
export type PrefilledStep = string | ((reader: Reader) => Promise<void>)

/** The doctor takes long to start, and the first who asks waits for it. */
const HEALTH_WITHIN_MS = 120_000

/** Things are made before they are read, and removed last; what ends the own session comes at the end. */
const groups: readonly (readonly PrefilledStep[])[] = [
  ['readVersion', 'readAuthority', 'readProblem', 'whoAmI', 'listMySessions'],
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
  ['listAlerts', 'listAlertsByBody', 'readAlert', 'markAlert', 'markAlerts'],
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

/** The third session of the stack, after that of the proof and that of the reader. */
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
