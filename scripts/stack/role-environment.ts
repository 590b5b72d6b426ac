import { join } from 'node:path'
import { portsFrom } from './stack-config.ts'
import { secretFile, type StackFolder, writePrivately } from './stack-folder.ts'
import type { StackState } from './stack-state.ts'

/** A user of the database that owns nothing, for proofs of what such a one may do; `watchpost` owns the tables. */
export const ROLES_USER = 'watchpost_roles'

/** Time the roles of a stack have to drain: `down` should not take long. */
export const ROLE_GRACE_MS = 12_000

const NEARBY = '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

/** What the roles need to find the servers of this stack. No secret is among it, only files that hold one. */
export function roleEnvironment(folder: StackFolder, state: StackState): Record<string, string> {
  const { config, brokers, nodes } = state
  return {
    WATCHPOST_STORE_URL: `postgres://watchpost@127.0.0.1:${config.postgresPort}/watchpost`,
    WATCHPOST_STORE_PASSWORD_FILE: secretFile(folder, 'store-password'),
    WATCHPOST_LOG_BROKERS: addresses('', config.kafkaPort, brokers),
    WATCHPOST_LOG_REPLICATION: String(Math.min(3, brokers)),
    WATCHPOST_ENGINE_NODES: addresses('http://', config.openSearchPort, nodes),
    WATCHPOST_ENGINE_SHARDS: String(nodes),
    WATCHPOST_ENGINE_REPLICAS: String(Math.min(1, nodes - 1)),
    WATCHPOST_SECRETS_KEY_FILE: join(folder.secrets, 'sealing-keys.json'),
    WATCHPOST_AUDIT_DIR: folder.audit,
    // Receivers to try exports with stand on this machine, or near it.
    WATCHPOST_EXPORT_NETWORKS: process.env.WATCHPOST_EXPORT_NETWORKS ?? NEARBY,
    // One machine plays all the callers here, and the first password is only ever used by its owner.
    WATCHPOST_API_REQUESTS_PER_MINUTE: '1000000',
    WATCHPOST_APPLIANCE_FIRST_PASSWORD: 'kept',
    WATCHPOST_API_PORT: String(config.apiPort),
    WATCHPOST_GATEWAY_PORT: String(config.gatewayPort),
    WATCHPOST_APPLIANCE_INTERNAL_PORT: String(config.internalPort),
    WATCHPOST_APPLIANCE_COPIES: state.copies.join(','),
    WATCHPOST_APPLIANCE_LOG_DIR: folder.logs,
    WATCHPOST_APPLIANCE_RUN_DIR: folder.run,
    WATCHPOST_APPLIANCE_GRACE_MS: String(ROLE_GRACE_MS),
    WATCHPOST_APPLIANCE_TLS_DIR: folder.tls,
    WATCHPOST_APPLIANCE_ADMIN_FILE: folder.admin,
  }
}

function addresses(prefix: string, first: number, count: number): string {
  return portsFrom(first, count)
    .map((port) => `${prefix}127.0.0.1:${port}`)
    .join(',')
}

/** Writes it to the file that WATCHPOST_CONFIG_FILE can name, so that any command can be run against the stack. */
export function writeRoleEnvironment(folder: StackFolder, state: StackState): void {
  const lines = Object.entries(roleEnvironment(folder, state)).map(([name, value]) => `${name}=${value}\n`)
  writePrivately(folder.environment, lines.join(''))
}
