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
  caFile: Type.Optional(Type.String({ env: 'LOG_CA_FILE', description: 'CA of the brokers; given, TLS is used.' })),
  username: Type.Optional(
    Type.String({ env: 'LOG_USERNAME', description: 'SASL/SCRAM user; needs the password file.' }),
  ),
  password: Type.Optional(SecretType({ env: 'LOG_PASSWORD', description: 'Password of the SASL user.' })),
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
    ...(config.username
      ? {
          sasl: {
            mechanism: 'SCRAM-SHA-512' as const,
            username: config.username,
            password: config.password?.reveal() ?? '',
          },
        }
      : {}),
  }
}
