import { join } from 'node:path'
import { securedEnvironment } from './secured/secured-users.ts'
import { portsFrom } from './stack-config.ts'
import { secretFile, type StackFolder, writePrivately } from './stack-folder.ts'
import type { StackState } from './stack-state.ts'

/** A database user that owns no tables, for proofs of its permissions; `watchpost` owns the tables. */
export const SERVICES_USER = 'watchpost_roles'

/** How long the services of a stack may drain: `down` should not take long. */
export const SERVICE_GRACE_MS = 12_000

const NEARBY = '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

/**
 * The environment with which services find the servers of this stack. It contains no secrets, only paths of files with
 * secrets.
 */
export function serviceEnvironment(folder: StackFolder, state: StackState): Record<string, string> {
  const { config, brokers, nodes } = state
  return {
    ...(state.isSecured ? securedEnvironment(folder, config.postgresPort) : ownerEnvironment(folder, config)),
    ...(!state.hasInstalledLimits && developmentLimits()),
    WATCHPOST_LOG_BROKERS: addresses('', config.kafkaPort, brokers),
    WATCHPOST_LOG_REPLICATION: String(Math.min(3, brokers)),
    ...(nodes > 0 && {
      WATCHPOST_ENGINE_NODES: addresses('http://', config.openSearchPort, nodes),
      WATCHPOST_ENGINE_SHARDS: String(nodes),
      WATCHPOST_ENGINE_REPLICAS: String(Math.min(1, nodes - 1)),
    }),
    WATCHPOST_SECRETS_KEY_FILE: join(folder.secrets, 'sealing-keys.json'),
    WATCHPOST_AUDIT_DIR: folder.audit,
    WATCHPOST_FILES_DIR: folder.files,
    WATCHPOST_API_PORT: String(config.apiPort),
    WATCHPOST_GATEWAY_PORT: String(config.gatewayPort),
    WATCHPOST_APPLIANCE_INTERNAL_PORT: String(config.internalPort),
    WATCHPOST_APPLIANCE_COPIES: state.copies.join(','),
    WATCHPOST_APPLIANCE_LOG_DIR: folder.logs,
    WATCHPOST_APPLIANCE_RUN_DIR: folder.run,
    WATCHPOST_APPLIANCE_GRACE_MS: String(SERVICE_GRACE_MS),
    WATCHPOST_APPLIANCE_TLS_DIR: folder.tls,
    WATCHPOST_APPLIANCE_ADMIN_FILE: folder.admin,
  }
}

/** All services connect to the database as the owner of the tables. */
function ownerEnvironment(folder: StackFolder, { postgresPort }: StackState['config']): Record<string, string> {
  return {
    WATCHPOST_STORE_URL: `postgres://watchpost@127.0.0.1:${postgresPort}/watchpost`,
    WATCHPOST_STORE_PASSWORD_FILE: secretFile(folder, 'store-password'),
  }
}

/** Limits that would be in the way of development are off. */
function developmentLimits(): Record<string, string> {
  return {
    // Test receivers for exports are on this machine or near it.
    WATCHPOST_EXPORT_NETWORKS: process.env.WATCHPOST_EXPORT_NETWORKS ?? NEARBY,
    // One machine acts as all callers, and only its owner uses the first password.
    WATCHPOST_API_REQUESTS_PER_MINUTE: '1000000',
    WATCHPOST_APPLIANCE_FIRST_PASSWORD: 'kept',
  }
}

function addresses(prefix: string, first: number, count: number): string {
  return portsFrom(first, count)
    .map((port) => `${prefix}127.0.0.1:${port}`)
    .join(',')
}

/** Writes the environment to a file for WATCHPOST_CONFIG_FILE, so that any command can run against the stack. */
export function writeServiceEnvironment(folder: StackFolder, state: StackState): void {
  const lines = Object.entries(serviceEnvironment(folder, state)).map(([name, value]) => `${name}=${value}\n`)
  writePrivately(folder.environment, lines.join(''))
}
