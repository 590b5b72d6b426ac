/** Deployable services and commands. No package imports one. */
export const apps = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance', 'simulate', 'probe', 'web']

/** The allowed imports, in one direction. Every package needs a row. */
export const allowed: Record<string, readonly string[]> = {
  risk: [],
  model: ['risk'],
  runtime: [],
  'query-guard': [],
  pki: [],
  secrets: [],
  audit: [],
  syslog: [],
  netdata: [],
  egress: [],
  files: [],
  servers: ['runtime'],
  log: ['model', 'runtime'],
  engine: ['model', 'runtime'],
  store: ['contract', 'model', 'runtime', 'risk'],
  contract: ['model', 'risk', 'syslog', 'netdata'],
  sdk: ['contract'],
  gateway: ['contract', 'model', 'runtime', 'pki', 'secrets', 'files', 'log', 'store'],
  indexer: ['contract', 'model', 'risk', 'runtime', 'log', 'engine', 'store'],
  api: [
    'contract',
    'model',
    'risk',
    'runtime',
    'query-guard',
    'pki',
    'secrets',
    'audit',
    'syslog',
    'netdata',
    'egress',
    'engine',
    'store',
    'log',
  ],
  clusters: ['model', 'risk', 'runtime', 'log', 'engine', 'store'],
  exporter: ['contract', 'model', 'risk', 'runtime', 'secrets', 'syslog', 'netdata', 'egress', 'log', 'store'],
  simulate: ['model', 'runtime'],
  probe: ['runtime'],
  web: ['sdk', 'contract'],
  appliance: ['contract', 'model', 'runtime', 'pki', 'secrets', 'audit', 'store', 'log', 'engine', 'servers'],
  testkit: [
    'contract',
    'model',
    'risk',
    'runtime',
    'query-guard',
    'pki',
    'secrets',
    'audit',
    'syslog',
    'netdata',
    'egress',
    'files',
    'log',
    'engine',
    'store',
    'servers',
    ...apps,
  ],
}

/**
 * Packages that may import another only for types and `contract/names`: the web app must not ship every schema to the
 * browser, and the store must not depend on the API's schemas.
 */
export const typesOnly: Record<string, string> = { web: 'contract', store: 'contract' }

/** The purpose of an import where the rule alone does not explain it. Shown in ARCHITECTURE.md. */
export const notes: Record<string, string> = {
  contract: '`syslog` and `netdata` for names',
  store: '`contract/names` only',
  sdk: 'types only: what a browser gets holds nothing of ours but the client itself',
  web: 'types of `contract`, and values of `contract/names` only',
  clusters: '`log` to read positions',
  api: '`syslog`, `netdata` and `egress` to try exports, `log` to read positions and dead letters',
  appliance: 'it starts the services as processes; `servers` for the settings of Kafka',
  testkit: 'imported by tests only',
}

/** Imports between folders of one package that form a cycle, each with its reason. */
export const folderExceptions: readonly string[] = [
  // The grammar is recursive: top hits have a body, and date bounds are queries.
  'packages/query-guard: aggregation -> body',
  'packages/query-guard: time -> query',
  // Charts are hatched where coverage is incomplete.
  'apps/web: kit -> coverage',
  // The exporter reads events and its own coverage events as one sequence.
  'apps/exporter: reading -> coverage',
  // The trace spans of a request and of its searches share a name.
  'apps/api: http -> events',
]
