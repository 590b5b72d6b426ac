import type { ServiceName } from '@watchpost/runtime'

/** Where the packages put the servers. */
export const JAVA = '/usr/lib/watchpost-java/bin/java'
export const LOG_LIBS = '/usr/lib/watchpost-log/libs'

const ETC = '/etc/watchpost'

/** The files that the setup writes. */
export const files = {
  settings: `${ETC}/watchpost.env`,
  sealingKeys: `${ETC}/keys/sealing-keys.json`,
  logCa: `${ETC}/log-ca.pem`,
  ownerFolder: `${ETC}/owner`,
  logOwnerPassword: `${ETC}/owner/log-password`,
  brokerPassword: `${ETC}/owner/broker-password`,
  logFolder: `${ETC}/log`,
  brokerProperties: `${ETC}/log/broker.properties`,
  brokerKeyStore: `${ETC}/log/keystore.pem`,
  brokerCa: `${ETC}/log/ca.pem`,
  logMemory: `${ETC}/log/memory.env`,
  formatArguments: `${ETC}/log/format.arguments`,
  engineMemory: `${ETC}/engine/memory.env`,
  logData: '/var/lib/watchpost-log/data',
  tls: '/var/lib/watchpost/tls',
  admin: '/var/lib/watchpost/admin.json',
  audit: '/var/lib/watchpost/audit',
  uploads: '/var/lib/watchpost/files',
} as const

export const LOG_USER = 'watchpost-log'
export const KEYS_GROUP = 'watchpost-keys'
export const SETTINGS_GROUP = 'watchpost'
/** The only way to OpenSearch, of watchpost-engine-proxy.socket. */
export const ENGINE_SOCKET = '/run/watchpost/engine.sock'
export const LOG_PORTS = { port: 9_092, controllerPort: 9_093 }

/** The system user of a service, which is also its user in the log. */
export function userOf(service: ServiceName): string {
  return `watchpost-${service}`
}

/** `service` may be the placeholder of settings. */
export function logPasswordOf(service: string): string {
  return `${ETC}/${service}/log-password`
}
