/** Processes. Nothing imports one. */
export const apps = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance', 'simulate', 'probe', 'web']

/** Who may import whom, in one direction. A package that is not here may not exist. */
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
  servers: ['runtime'],
  log: ['model', 'runtime'],
  engine: ['model', 'runtime'],
  store: ['contract', 'model', 'runtime', 'risk'],
  contract: ['model', 'risk', 'syslog', 'netdata'],
  sdk: ['contract'],
  gateway: ['contract', 'model', 'runtime', 'pki', 'secrets', 'log', 'store'],
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
  appliance: ['contract', 'model', 'runtime', 'pki', 'secrets', 'audit', 'store', 'log', 'engine'],
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
    'log',
    'engine',
    'store',
    'servers',
    ...apps,
  ],
}

/**
 * Whom a package may import only for types and for `contract/names`: the pages must not carry every schema into a
 * browser, and the store does not know the shapes of the API.
 */
export const typesOnly: Record<string, string> = { web: 'contract', store: 'contract' }

/** What an import is for, where the rule alone does not say it. Shown in ARCHITECTURE.md. */
export const notes: Record<string, string> = {
  contract: '`syslog` and `netdata` for names',
  store: '`contract/names` only',
  sdk: 'types only: what a browser gets holds nothing of ours but the client itself',
  web: 'types of `contract`, and values of `contract/names` only',
  clusters: '`log` to read positions',
  api: '`syslog`, `netdata` and `egress` to try exports, `log` to read positions and dead letters',
  appliance: 'it starts the services as processes',
  testkit: 'imported by tests only',
}

/** Imports between folders of one app or package that point back, each with its reason. All others point one way. */
export const folderExceptions: readonly string[] = [
  // Grammars are recursive: top hits have a body, and bounds of dates are queries.
  'packages/query-guard: aggregation -> body',
  'packages/query-guard: time -> query',
  // Charts are hatched where a sensor was blind.
  'apps/web: kit -> coverage',
  // The exporter reads events and its own coverage events as one sequence.
  'apps/exporter: reading -> coverage',
  // The spans of a request and of its searches have the same name.
  'apps/api: http -> events',
]
