import { join } from 'node:path'
import { serviceNames } from '@watchpost/runtime'
import type { KafkaSecurity, Login } from '@watchpost/servers'
import { secretFile, type StackFolder } from '../stack-folder.ts'
import { serverTlsOf, storeTlsQuery } from './server-certificates.ts'

/** Each service has its own user on PostgreSQL, with a random password in a file. */
export function storeLogins(folder: StackFolder): Login[] {
  return serviceNames.map((service) => ({
    name: `watchpost_${service}`,
    passwordFile: secretFile(folder, `store-${service}-password`),
  }))
}

/** The same for Kafka, and its users with more rights. */
export function kafkaSecurity(folder: StackFolder): KafkaSecurity {
  const login = (name: string, secret: string) => ({ name, passwordFile: secretFile(folder, secret) })
  return {
    tls: serverTlsOf(folder),
    broker: login('broker', 'log-broker-password'),
    owner: login('watchpost-owner', 'log-owner-password'),
    users: serviceNames.map((service) => login(`watchpost-${service}`, `log-${service}-password`)),
  }
}

/** The settings with which each service logs in as its own user, and `watchpost init` as the owner. */
export function securedEnvironment(folder: StackFolder, postgresPort: number): Record<string, string> {
  const { caFile } = serverTlsOf(folder)
  const { owner } = kafkaSecurity(folder)
  const storeUrl = (user: string) => `postgres://${user}@127.0.0.1:${postgresPort}/watchpost?${storeTlsQuery(folder)}`
  // The placeholder is filled in by each service: see `loadConfig`.
  const placeholder = (server: string) => join(folder.secrets, `${server}-{service}-password`)
  return {
    WATCHPOST_STORE_URL: storeUrl('watchpost_{service}'),
    WATCHPOST_STORE_PASSWORD_FILE: placeholder('store'),
    WATCHPOST_OWNER_STORE_URL: storeUrl('watchpost'),
    WATCHPOST_OWNER_STORE_PASSWORD_FILE: secretFile(folder, 'store-password'),
    WATCHPOST_LOG_CA_FILE: caFile,
    WATCHPOST_LOG_USERNAME: 'watchpost-{service}',
    WATCHPOST_LOG_PASSWORD_FILE: placeholder('log'),
    WATCHPOST_OWNER_LOG_USERNAME: owner.name,
    WATCHPOST_OWNER_LOG_PASSWORD_FILE: owner.passwordFile,
  }
}
