import { Type, type Static } from 'typebox'

/** Settings of the appliance itself: the supervisor, and what the first start creates. */
export const ApplianceConfig = Type.Object({
  internalHost: Type.String({
    env: 'APPLIANCE_INTERNAL_HOST',
    default: '127.0.0.1',
    description: "Address of the supervisor's internal port.",
  }),
  internalPort: Type.Integer({
    env: 'APPLIANCE_INTERNAL_PORT',
    default: 8_445,
    minimum: 1,
    maximum: 65_000,
    description:
      "The supervisor's internal port: health and metrics of all services. The services take the ports after it.",
  }),
  servicesBy: Type.Enum(['processes', 'systemd', 'containers'], {
    env: 'APPLIANCE_SERVICES_BY',
    default: 'processes',
    description:
      'Who runs the services: `watchpost start` itself (`processes`), systemd, by the units watchpost-<service>.service (`systemd`), or others, in one container per service (`containers`). Then `watchpost start` only watches them.',
  }),
  serviceHosts: Type.String({
    env: 'APPLIANCE_SERVICE_HOSTS',
    default: '*',
    pattern: '^[a-z0-9.*-]+$',
    description: 'Host names of services that run in containers, with `*` for the name of the service.',
  }),
  copies: Type.Array(Type.String({ pattern: '^(gateway|indexer|clusters|analyzer|exporter|api)=[1-9][0-9]?$' }), {
    env: 'APPLIANCE_COPIES',
    default: [],
    description:
      'Copies of a service, in the form service=number. Default: one of each. Each further copy of gateway and api listens 100 ports higher.',
  }),
  logDir: Type.Optional(
    Type.String({
      env: 'APPLIANCE_LOG_DIR',
      description: 'Folder for a log file per service. Without it they write to the output of the supervisor.',
    }),
  ),
  runDir: Type.Optional(
    Type.String({
      env: 'APPLIANCE_RUN_DIR',
      description: 'Folder for a record of each process, so that others can find it.',
    }),
  ),
  graceMs: Type.Integer({
    env: 'APPLIANCE_GRACE_MS',
    default: 25_000,
    minimum: 100,
    description: 'Time for services to drain on shutdown. After it they are killed.',
  }),
  heapMebibytes: Type.Integer({
    env: 'APPLIANCE_HEAP_MEBIBYTES',
    default: 256,
    minimum: 128,
    maximum: 65_536,
    description: 'Heap limit of one service, three times that for a gateway. Its process takes about 100 MiB more.',
  }),
  isWatching: Type.Boolean({
    env: 'APPLIANCE_WATCH',
    default: false,
    description: 'Restart a service when one of its source files changes. For development.',
  }),
  tlsDir: Type.Optional(
    Type.String({
      env: 'APPLIANCE_TLS_DIR',
      description: "Folder where `watchpost init` writes ca.pem, the authority's certificate, for clients and probes.",
    }),
  ),
  tlsNames: Type.Array(Type.String(), {
    env: 'APPLIANCE_TLS_NAMES',
    default: ['localhost', '127.0.0.1', '::1'],
    minItems: 1,
    description: 'DNS names and addresses that the server certificate speaks for.',
  }),
  firstPassword: Type.Enum(['temporary', 'kept'], {
    env: 'APPLIANCE_FIRST_PASSWORD',
    default: 'temporary',
    description:
      'Whether the first administrator has to change the generated password before anything else (`temporary`), or may keep it (`kept`, for development).',
  }),
  adminFile: Type.Optional(
    Type.String({
      env: 'APPLIANCE_ADMIN_FILE',
      description: 'File where the first start writes name and password of the first administrator.',
    }),
  ),
})
export type ApplianceConfig = Static<typeof ApplianceConfig>

/** The public ports of the services. The supervisor derives the ports of further copies from them. */
export const ServicePorts = Type.Object({
  gateway: Type.Integer({ env: 'GATEWAY_PORT', default: 8_444, minimum: 0, maximum: 65_535 }),
  api: Type.Integer({ env: 'API_PORT', default: 8_443, minimum: 0, maximum: 65_535 }),
})
export type ServicePorts = Static<typeof ServicePorts>
