import { FilesConfig } from '@watchpost/files'
import { LogConfig } from '@watchpost/log'
import { GatewayAddressConfig, InternalConfig, TracingConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'

const MIB = 1024 ** 2

/** Boot settings of the gateway. */
export const GatewayConfig = Type.Object({
  /** Not used here. It is declared so that the setting is not rejected as a typo. */
  publicUrl: GatewayAddressConfig.properties.publicUrl,
  host: Type.String({ env: 'GATEWAY_HOST', default: '127.0.0.1', description: 'Address that probes connect to.' }),
  port: Type.Integer({
    env: 'GATEWAY_PORT',
    default: 8_444,
    minimum: 0,
    maximum: 65_535,
    description: 'Port that probes connect to.',
  }),
  maxConnections: Type.Integer({
    env: 'GATEWAY_MAX_CONNECTIONS',
    default: 16_000,
    minimum: 16,
    maximum: 1_000_000,
    description:
      'Open connections that one process takes, a quarter of them only from enrolled probes; fewer where the limit of open files of the process leaves fewer.',
  }),
  proxyNetworks: Type.Array(Type.String(), {
    env: 'GATEWAY_PROXY_NETWORKS',
    default: [],
    description:
      'Addresses or networks of proxies in front of the gateway, separated by commas. Each connection from them has to begin with a PROXY protocol v2 header.',
  }),
  maxPendingBytes: Type.Integer({
    env: 'GATEWAY_MAX_PENDING_BYTES',
    default: 64 * MIB,
    minimum: MIB,
    description:
      'Bytes of batches being read, or accepted and not yet stored by the log; beyond it probes are asked to wait (429). Batches being read may take 64 MiB even if this is less.',
  }),
  backlogLimit: Type.Number({
    env: 'GATEWAY_BACKLOG_LIMIT',
    default: 0.7,
    minimum: 0.01,
    maximum: 0.95,
    description: 'Share of what the log keeps that may be unread, in time or bytes, before probes are asked to wait.',
  }),
  minFreeBytes: Type.Integer({
    env: 'GATEWAY_MIN_FREE_BYTES',
    default: 1_024 * MIB,
    minimum: 0,
    description: 'Room that must stay free on the disk of every broker; below it probes are asked to wait.',
  }),
  certificateMinutes: Type.Integer({
    env: 'GATEWAY_CERTIFICATE_MINUTES',
    default: 10_080,
    minimum: 1,
    maximum: 525_600,
    description:
      'How long the certificate of a probe is good for; the probe renews it when between a half and a third of that is left.',
  }),
  graceMs: Type.Integer({
    env: 'GATEWAY_GRACE_MS',
    default: 10_000,
    minimum: 100,
    description: 'Time to answer the requests in hand when told to stop.',
  }),
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  files: FilesConfig,
  secrets: SecretsConfig,
  log: LogConfig,
  store: StoreConfig,
  internal: InternalConfig,
  tracing: TracingConfig,
})
export type GatewayConfig = Static<typeof GatewayConfig>
