import { readFileSync } from 'node:fs'
import type { BaseOptions } from '@platformatic/kafka'
import { SecretType } from '@watchpost/runtime'
import { Type, type Static } from 'typebox'

const GIB = 1024 ** 3

export const LogConfig = Type.Object({
  brokers: Type.Array(Type.String({ pattern: '^[^:/]+:\\d+$' }), {
    env: 'LOG_BROKERS',
    minItems: 1,
    description: 'Kafka brokers to ask first, in the form host:port, separated by commas.',
  }),
  caFile: Type.Optional(
    Type.String({
      env: 'LOG_CA_FILE',
      description:
        'CA certificates of the brokers, PEM. With it, the connections use TLS and the brokers are verified.',
    }),
  ),
  username: Type.Optional(
    Type.String({
      env: 'LOG_USERNAME',
      description:
        'User of the brokers (SCRAM-SHA-512), for example watchpost-{service}. Needs LOG_PASSWORD_FILE and LOG_CA_FILE.',
    }),
  ),
  password: Type.Optional(SecretType({ env: 'LOG_PASSWORD', description: 'Password of that user.' })),
  prefix: Type.String({ env: 'LOG_PREFIX', default: '', description: 'Put before every topic and group name.' }),
  partitions: Type.Integer({
    env: 'LOG_PARTITIONS',
    default: 12,
    minimum: 1,
    maximum: 1_024,
    description: 'Partitions of the event topic: the most indexers that can share the work.',
  }),
  replication: Type.Integer({
    env: 'LOG_REPLICATION',
    default: 1,
    minimum: 1,
    maximum: 5,
    description:
      'Copies of each partition. With 1 the broker syncs every batch to disk; from 3 on replication does it.',
  }),
  retentionHours: Type.Integer({
    env: 'LOG_RETENTION_HOURS',
    default: 24,
    minimum: 1,
    maximum: 24 * 30,
    description: 'How long the log keeps events, read or not.',
  }),
  retentionBytes: Type.Integer({
    env: 'LOG_RETENTION_BYTES',
    default: 20 * GIB,
    minimum: 1024 ** 2,
    description: 'How much the log keeps in all, over all partitions.',
  }),
})
export type LogConfig = Static<typeof LogConfig>

/** The user that creates the topics and sets the ACLs, if the services may not. */
export const LogOwnerConfig = Type.Object({
  username: Type.Optional(
    Type.String({
      env: 'OWNER_LOG_USERNAME',
      description:
        'User of the brokers that may create topics and ACLs, for `watchpost init`. The users of WATCHPOST_LOG_USERNAME then get the ACLs that the services need. If not set, `init` creates the topics as the user of WATCHPOST_LOG_USERNAME and sets no ACLs.',
    }),
  ),
  password: Type.Optional(SecretType({ env: 'OWNER_LOG_PASSWORD', description: 'Password of that user.' })),
})
export type LogOwnerConfig = Static<typeof LogOwnerConfig>

/** How to connect as the user that creates the topics. */
export function logOwnerOf({ log, owner }: { log: LogConfig; owner: LogOwnerConfig }): LogConfig {
  const { username, password } = owner
  if (username === undefined) return log
  const { password: _, ...rest } = log
  return { ...rest, username, ...(password && { password }) }
}

/** Options of all our Kafka clients: brokers, TLS, credentials and timeouts. */
export function clientOptions(config: LogConfig, clientId: string): BaseOptions {
  return {
    clientId,
    bootstrapBrokers: [...config.brokers],
    connectTimeout: 5_000,
    requestTimeout: 30_000,
    timeout: 10_000,
    // A dead leader is replaced within seconds: refresh often enough to follow.
    metadataMaxAge: 30_000,
    ...(config.caFile ? { tls: { ca: readFileSync(config.caFile) } } : {}),
    ...(config.username ? { sasl: credentialsOf(config, config.username) } : {}),
  }
}

/** Without TLS, a program that poses as a broker could test guesses of the password as fast as it can compute. */
function credentialsOf({ caFile, password }: LogConfig, username: string) {
  if (!password) throw new Error(`${username}, the user of the log, has no password: set WATCHPOST_LOG_PASSWORD_FILE`)
  if (!caFile) throw new Error(`${username}, the user of the log, needs TLS: set WATCHPOST_LOG_CA_FILE`)
  return { mechanism: 'SCRAM-SHA-512' as const, username, password: password.reveal() }
}
