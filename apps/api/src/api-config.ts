import { AuditConfig } from '@watchpost/audit'
import { EgressConfig } from '@watchpost/egress'
import { EngineConfig } from '@watchpost/engine'
import { LogConfig } from '@watchpost/log'
import { GatewayAddressConfig, InternalConfig, TracingConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'
import { SearchConfig } from './events/search-config.ts'

/**
 * Boot settings of the API. Each module defines its own. Settings that operators change at run time are in the store.
 */
export const ApiConfig = Type.Object({
  host: Type.String({
    env: 'API_HOST',
    default: '127.0.0.1',
    description: 'Address that the API listens on; 0.0.0.0 or :: for every one.',
  }),
  port: Type.Integer({
    env: 'API_PORT',
    default: 8_443,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of the API; 0 takes any free one and logs it.',
  }),
  isPlainHttp: Type.Boolean({
    env: 'API_PLAIN_HTTP',
    default: false,
    description:
      'true serves plain HTTP, for a proxy on the same machine that brings TLS; the address must then be a loopback one.',
  }),
  maxConnections: Type.Integer({
    env: 'API_MAX_CONNECTIONS',
    default: 16_000,
    minimum: 16,
    maximum: 1_000_000,
    description:
      'Open connections that one process takes, a quarter of them only from callers that have authenticated; fewer where the limit of open files of the process leaves fewer.',
  }),
  proxyNetworks: Type.Array(Type.String(), {
    env: 'API_PROXY_NETWORKS',
    default: [],
    description:
      'Addresses or networks of proxies in front of the API, separated by commas. They are believed about the address of the caller, and every connection or request from them has to tell it.',
  }),
  proxyMode: Type.Enum(['proxy-v2', 'x-forwarded-for'], {
    env: 'API_PROXY_MODE',
    default: 'proxy-v2',
    description:
      'How these proxies tell it: a PROXY protocol v2 header before each connection, or the last address in the header X-Forwarded-For of each request.',
  }),
  uiDir: Type.String({
    env: 'API_UI_DIR',
    default: '',
    description:
      'Folder of the built web interface, served at `/ui/`; empty for `apps/web/dist` next to the API. Without one the API answers as ever.',
  }),
  supervisor: Type.String({
    env: 'API_SUPERVISOR',
    default: 'http://127.0.0.1:8445',
    pattern: '^https?://[^/]+$',
    description:
      'The supervisor that looks at every part for `GET /api/system/health`; not needed when `watchpost start` starts the service.',
  }),
  securityContact: Type.String({
    env: 'API_SECURITY_CONTACT',
    default: 'mailto:security@watchpost.example',
    pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://\\S+|tel:\\S+)$',
    maxLength: 500,
    description:
      'Contact for people who find a vulnerability in this appliance, as a URL with mailto, https or tel. Served without a token at `/.well-known/security.txt`. The default is the address of the project; set your own security team here.',
  }),
  search: SearchConfig,
  requestsPerMinute: Type.Integer({
    env: 'API_REQUESTS_PER_MINUTE',
    default: 6_000,
    minimum: 60,
    maximum: 1_000_000,
    description:
      'Requests a minute that one process takes from one caller: an account, a key, or an address for requests without a valid token or without a route.',
  }),
  graceMs: Type.Integer({
    env: 'API_GRACE_MS',
    default: 20_000,
    minimum: 100,
    description: 'Time to finish the requests in hand when told to stop.',
  }),
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  egress: EgressConfig,
  gateway: GatewayAddressConfig,
  secrets: SecretsConfig,
  audit: AuditConfig,
  log: LogConfig,
  store: StoreConfig,
  engine: EngineConfig,
  internal: InternalConfig,
  tracing: TracingConfig,
})
export type ApiConfig = Static<typeof ApiConfig>
