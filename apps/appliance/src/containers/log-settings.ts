import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@watchpost/runtime'
import { brokerProperties, type KafkaSecurity, scramOptions, securityProperties } from '@watchpost/servers'
import { LOG_PORTS } from '../install/layout.ts'
import { isLogCertificate, makeLogCertificate } from '../setup/log-certificate.ts'
import { writeWhole } from '../setup/tls-folder.ts'
import { passwordFileOf, passwordFiles } from './passwords.ts'

const DATA = '/var/lib/watchpost-log/data'

/**
 * Writes what the container of Kafka needs: settings, certificate, and the arguments that create its users. `host` is
 * the name under which the services reach it.
 */
export async function writeLogSettings(folder: string, host: string): Promise<void> {
  await writeCertificate(folder, host)
  const { port, controllerPort } = LOG_PORTS
  const security = securityOf(folder)
  const properties = brokerProperties(1, [LOG_PORTS], DATA, {
    ...securityProperties(security, LOG_PORTS, join(folder, 'log/keystore.pem')),
    listeners: `SASL_SSL://0.0.0.0:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SASL_SSL://${host}:${port}`,
  })
  writeWhole(join(folder, 'log/broker.properties'), properties, 0o600)
  const words = scramOptions(security).map((word) => `"${word}"\n`)
  writeWhole(join(folder, 'log/users.arguments'), words.join(''), 0o600)
}

/** A given certificate (`log-certificate`, with the names of a Kubernetes secret) or one of a CA of its own. */
async function writeCertificate(folder: string, host: string): Promise<void> {
  const given = join(folder, 'log-certificate')
  if (existsSync(given)) return writeGivenCertificate(folder, given)
  const [ca, keyStore] = [readIfThere(join(folder, 'shared/log-ca.pem')), readIfThere(join(folder, 'log/keystore.pem'))]
  const served = { names: [host, 'localhost'], addresses: ['127.0.0.1'] }
  if (isLogCertificate(ca, keyStore, served)) return
  const made = await makeLogCertificate(served)
  writeWhole(join(folder, 'shared/log-ca.pem'), made.ca, 0o644)
  writeWhole(join(folder, 'log/ca.pem'), made.ca, 0o600)
  // Last: an interrupted run starts again.
  writeWhole(join(folder, 'log/keystore.pem'), made.keyStore, 0o600)
}

function writeGivenCertificate(folder: string, given: string): void {
  const read = (name: string) => readFileSync(join(given, name), 'utf8')
  // Kafka reads no other form of key.
  const key = createPrivateKey(read('tls.key')).export({ type: 'pkcs8', format: 'pem' })
  writeWhole(join(folder, 'log/ca.pem'), read('ca.crt'), 0o600)
  writeWhole(join(folder, 'log/keystore.pem'), `${String(key)}${read('tls.crt')}`, 0o600)
}

function securityOf(folder: string): KafkaSecurity {
  const login = (name: string, file: string) => ({ name, passwordFile: join(folder, file) })
  const keyStore = join(folder, 'log/keystore.pem')
  return {
    tls: { caFile: join(folder, 'log/ca.pem'), certFile: keyStore, keyFile: keyStore },
    broker: login('broker', passwordFiles.broker),
    owner: login('watchpost-owner', passwordFiles.logOwner),
    users: serviceNames.map((service) => login(`watchpost-${service}`, passwordFileOf(service, 'log'))),
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
