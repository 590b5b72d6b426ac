import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { serviceNames } from '@watchpost/runtime'
import { brokerProperties, type KafkaSecurity, scramOptions, securityProperties } from '@watchpost/servers'
import { Refused } from '../refused.ts'
import { isLogCertificate, makeLogCertificate } from '../setup/log-certificate.ts'
import { files, JAVA, LOG_LIBS, LOG_PORTS, LOG_USER, logPasswordOf, userOf } from './layout.ts'
import type { Machine } from './machine.ts'

type Say = (line: string) => void

const served = { names: ['localhost'], addresses: ['127.0.0.1'] }
const ofLog = { mode: 0o640, group: LOG_USER }

/**
 * Writes passwords, certificate and settings of Kafka, and creates its storage with its users. Returns whether a running
 * Kafka has to restart.
 */
export async function prepareLogServer(machine: Machine, say: Say): Promise<boolean> {
  const isFormatted = machine.has(`${files.logData}/meta.properties`)
  writePasswords(machine, isFormatted, say)
  const hasNewCertificate = await writeCertificates(machine, say)
  const security = securityOf(machine)
  const text = () =>
    brokerProperties(1, [LOG_PORTS], files.logData, securityProperties(security, LOG_PORTS, files.brokerKeyStore))
  const outcome = machine.write(files.brokerProperties, text, ofLog)
  say(`settings of Kafka: ${outcome}`)
  if (isFormatted) say('storage of Kafka: kept')
  else await format(machine, security, say)
  return hasNewCertificate || outcome === 'written'
}

/** A password is never made again: Kafka knows it from the format of its storage. */
function writePasswords(machine: Machine, isFormatted: boolean, say: Say): void {
  const wanted = [
    { path: files.logOwnerPassword, access: { mode: 0o600 } },
    { path: files.brokerPassword, access: { mode: 0o600 } },
    ...serviceNames.map((service) => ({
      path: logPasswordOf(service),
      access: { mode: 0o640, group: userOf(service) },
    })),
  ]
  const missing = wanted.filter(({ path }) => !machine.has(path))
  if (isFormatted && missing.length > 0) {
    const paths = missing.map(({ path }) => path).join(', ')
    throw new Refused(`Kafka has its users already, and their passwords are gone: put back ${paths}`)
  }
  machine.makeFolder(files.ownerFolder, { mode: 0o700 })
  for (const service of serviceNames) {
    machine.makeFolder(dirname(logPasswordOf(service)), { mode: 0o750, group: userOf(service) })
  }
  for (const { path, access } of missing) machine.write(path, () => randomBytes(24).toString('base64url'), access)
  say(`passwords of the users of Kafka: ${missing.length} made, ${wanted.length - missing.length} kept`)
}

async function writeCertificates(machine: Machine, say: Say): Promise<boolean> {
  machine.makeFolder(files.logFolder, { mode: 0o750, group: LOG_USER })
  const [keyStore, ca] = [machine.read(files.brokerKeyStore), machine.read(files.logCa)]
  if (ca && isLogCertificate(ca, keyStore, served)) {
    machine.write(files.brokerCa, () => ca, ofLog)
    say('certificate of Kafka: kept')
    return false
  }
  const made = await makeLogCertificate(served)
  machine.write(files.logCa, () => made.ca, { mode: 0o644 })
  machine.write(files.brokerCa, () => made.ca, ofLog)
  // Last: an interrupted setup starts again.
  machine.write(files.brokerKeyStore, () => made.keyStore, ofLog)
  say('certificate of Kafka: made')
  return true
}

function securityOf(machine: Machine): KafkaSecurity {
  const login = (name: string, path: string) => ({ name, passwordFile: machine.pathOf(path) })
  return {
    tls: { caFile: files.brokerCa, certFile: files.brokerKeyStore, keyFile: files.brokerKeyStore },
    broker: login('broker', files.brokerPassword),
    owner: login('watchpost-owner', files.logOwnerPassword),
    users: serviceNames.map((service) => login(userOf(service), logPasswordOf(service))),
  }
}

async function format(machine: Machine, security: KafkaSecurity, say: Say): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url')
  const words = () => [
    '-Xmx128m',
    '-cp',
    `${LOG_LIBS}/*`,
    'kafka.tools.StorageTool',
    'format',
    // As one argument: one id in 64 begins with a hyphen and would be read as another option.
    `--cluster-id=${clusterId}`,
    '-c',
    files.brokerProperties,
    ...scramOptions(security),
  ]
  // In a file, because every local user can read the arguments of a process.
  machine.write(
    files.formatArguments,
    () =>
      words()
        .map((word) => `"${word}"\n`)
        .join(''),
    ofLog,
  )
  const own = ['-o', LOG_USER, '-g', LOG_USER, '-m', '0750']
  await machine.run(['install', '-d', ...own, dirname(files.logData)])
  try {
    await machine.run([JAVA, `@${files.formatArguments}`], { user: LOG_USER })
  } finally {
    machine.remove(files.formatArguments)
  }
  if (machine.isLive) say('storage of Kafka: made, with its users')
}
