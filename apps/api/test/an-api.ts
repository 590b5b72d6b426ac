import { createEgressGuard } from '@watchpost/egress'
import { createLogger, createMetrics, createRateLimit } from '@watchpost/runtime'
import type { AccessEntry } from '@watchpost/store'
import { createApiMetrics } from '../src/api-metrics.ts'
import { accessOf } from '../src/audit/access.ts'
import { type AuditPorts, createAuditService } from '../src/audit/audit-service.ts'
import type { People } from '../src/compose-people.ts'
import { createEngineSearch } from '../src/events/engine-search.ts'
import { createFlights } from '../src/events/flight/flights.ts'
import { createSearchService, type SearchPorts } from '../src/events/search-service.ts'
import { createSearchTelemetry } from '../src/events/search-telemetry.ts'
import { createMetricsService } from '../src/exports/metrics-service.ts'
import { createSyslogService, type SyslogPorts } from '../src/exports/syslog-service.ts'
import { createTryExport } from '../src/exports/try-export.ts'
import { createTryMetrics } from '../src/exports/try-metrics.ts'
import { createDeadLetterService, type DeadLetterPorts } from '../src/dead-letters/dead-letter-service.ts'
import { createServer, type ServerParts } from '../src/server.ts'
import { createCertificateService } from '../src/certificate/certificate-service.ts'
import { createProbeService } from '../src/probes/probe-service.ts'
import { createHealthService } from '../src/system/health-service.ts'
import { createSettingService } from '../src/settings/setting-service.ts'
import type { UiFiles } from '../src/ui/ui-files.ts'
import { aCertificateStore } from './system/a-certificate-store.ts'
import { aCoverage, type CoverageFakes } from './probes/a-coverage.ts'
import { someDeadLetters } from './probes/some-dead-letters.ts'
import { aLedger, type LedgerFakes } from './probes/a-ledger.ts'
import { aMetricsExportStore } from './exports/a-metrics-export-store.ts'
import { aProbeStore } from './probes/a-probe-store.ts'
import { aSender, type PlayedAnswer, type SentSearch } from './a-sender.ts'
import { aSettingStore } from './system/a-setting-store.ts'
import { aSyslogStore } from './exports/a-syslog-store.ts'
import { keepSerializers } from './keep-serializers.ts'
import { type AlertFakes, someAlerts } from './alerts/some-alerts.ts'
import { type PeopleFakes, somePeople, tokens } from './people/some-people.ts'
import { somePolicies } from './alerts/some-policies.ts'
import { someQueues } from './some-queues.ts'

export { tokens } from './people/some-people.ts'

/** The headers of a logged-in operator. */
export const asOperator = { 'api-key': tokens.operator }

export const emptyAnswer =
  '{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":0,"relation":"eq"},"max_score":null,"hits":[]}}'

export interface ApiFakes extends PeopleFakes {
  alerts?: AlertFakes
  ledger?: LedgerFakes
  coverage?: CoverageFakes
  deadLetters?: DeadLetterPorts
  engine?: (search: SentSearch) => Promise<PlayedAnswer> | PlayedAnswer
  indexes?: Partial<SearchPorts['indexes']>
  requestsPerMinute?: number
  syslog?: SyslogFakes
  metricsExport?: MetricsExportFakes
  probes?: ReturnType<typeof aProbeStore>
  ui?: UiFiles
  audit?: AuditPorts['list']
  /** How it listens; if absent, it does not. */
  listener?: Pick<ServerParts, 'onTls' | 'connections' | 'proxies'>
  /** Replaces the fakes. */
  people?: People
}

export interface SyslogFakes {
  exports?: ReturnType<typeof aSyslogStore>
  states?: Awaited<ReturnType<SyslogPorts['states']['list']>>
  /** Networks that exports may connect to. */
  networks?: readonly string[]
}

export interface MetricsExportFakes {
  exports?: ReturnType<typeof aMetricsExportStore>
  /** Networks that exports may connect to. */
  networks?: readonly string[]
}

function aMetricsExport({ exports = aMetricsExportStore(), networks = [] }: MetricsExportFakes = {}) {
  const guard = createEgressGuard({ networks }, { lookup: async () => [], ownAddresses: () => ['10.1.2.3'] })
  return {
    service: createMetricsService({ exports, whyNotTarget: guard.whyNotTarget, interfaces: () => ['lo', 'eth0'] }),
    tryMetrics: createTryMetrics({
      resolve: guard.resolve,
      readKey: async () => exports.keys[0],
      limit: createRateLimit({ perMinute: 5 }),
      version: '0.1.0',
    }),
  }
}

function someExports({ exports = aSyslogStore(), states = new Map(), networks = [] }: SyslogFakes = {}) {
  const guard = createEgressGuard({ networks }, { lookup: async () => ['192.0.2.7'], ownAddresses: () => ['10.1.2.3'] })
  return {
    service: createSyslogService({
      exports,
      states: { list: async () => states },
      probes: { list: async () => [{ id: 7, fqdn: 'probe-07.example.test' }] },
      whyNotTarget: guard.whyNotTarget,
      retentionHours: 24,
    }),
    tryExport: createTryExport({
      resolve: guard.resolve,
      readKey: async (id) => exports.keys.get(id),
      limit: createRateLimit({ perMinute: 5 }),
    }),
  }
}

const someFields = new Map([
  ['@timestamp', { type: 'date', searchable: true, sortable: true, aggregatable: true }],
  ['event_type', { type: 'keyword', searchable: true, sortable: true, aggregatable: true }],
])

/** The HTTP server over fakes, without a network. The password of every account is "right". */
export async function anApi(fakes: ApiFakes = {}) {
  keepSerializers()
  const logger = createLogger('api', 'silent')
  const metrics = createMetrics('api')
  const apiMetrics = createApiMetrics(metrics)
  const { sender, sent, aborts } = aSender(fakes.engine ?? (() => emptyAnswer))
  const telemetry = createSearchTelemetry(metrics, logger)
  const { queues, searching, waitMs, onTurnedAway } = someQueues(metrics, logger)
  const engineSearch = createEngineSearch(sender, { shardsAtOnce: { cheap: 5, costly: 1 }, isCrowded: () => true })
  const search = createSearchService({
    flights: createFlights(
      engineSearch,
      queues,
      { streams: 2, sharedBytes: 1024 ** 2, waitMs },
      { ...telemetry, onTurnedAway },
    ),
    indexes: {
      choose: (families) => ({ target: families.join(), shards: 1 }),
      costInputs: () => undefined,
      ...fakes.indexes,
    },
    fields: () => someFields,
    catalogOf: () => someFields,
    maxShards: 500,
    ...telemetry,
  })
  const { people, passwordsSeen, calls } = somePeople(fakes, apiMetrics.login)
  const accesses: AccessEntry[] = []
  const ledger = aLedger(fakes.ledger)
  const { app, routes } = await createServer({
    people: fakes.people ?? people,
    alerts: someAlerts(searching, fakes.alerts),
    policy: somePolicies(searching, fakes.alerts),
    search,
    ledger: ledger.service,
    completeness: ledger.completeness,
    coverage: aCoverage(fakes.coverage),
    deadLetters: createDeadLetterService(fakes.deadLetters ?? someDeadLetters()),
    settings: createSettingService(aSettingStore()),
    certificate: createCertificateService(aCertificateStore()),
    health: createHealthService({
      look: async () => [{ part: 'PostgreSQL', level: 'good', says: 'answers' }],
      lookAtCoverage: async () => [],
    }),
    probes: createProbeService(fakes.probes ?? aProbeStore()),
    syslog: someExports(fakes.syslog),
    metricsExport: aMetricsExport(fakes.metricsExport),
    ui: fakes.ui ?? { find: async () => undefined },
    audit: createAuditService({ list: fakes.audit ?? (async () => ({ entries: [], next: null })) }),
    rateLimit: createRateLimit({ perMinute: fakes.requestsPerMinute ?? 1_000_000 }),
    metrics: apiMetrics,
    onAnswered(request) {
      const entry = accessOf(request)
      if (entry) accesses.push(entry)
    },
    logger,
    version: { product: 'Watchpost', version: '0.1.0', api: '1' },
    securityContact: 'mailto:security@watchpost.example',
    ...fakes.listener,
  })
  await app.ready()
  return {
    app,
    routes,
    engineCalls: sent,
    engineAborts: aborts,
    passwordsSeen,
    calls,
    /** The audited accesses. */
    accesses,
    metricsText: () => metrics.text(),
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await metrics.stop()
    },
  }
}
