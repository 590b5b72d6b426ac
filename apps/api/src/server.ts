import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import { Problem, type Version } from '@watchpost/contract'
import {
  answerClientError,
  type ConnectionGuard,
  INACTIVITY_MS,
  type Logger,
  type RateLimit,
  serverTimeouts,
  tlsPolicy,
  type Tracer,
  type TrustedProxies,
} from '@watchpost/runtime'
import { fastify, type FastifyServerOptions, LogController } from 'fastify'
import { type AlertParts, alertRoutes } from './alerts/alert-routes.ts'
import type { ApiMetrics } from './api-metrics.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import type { AuditService } from './audit/audit-service.ts'
import { certificateRoutes } from './certificate/certificate-routes.ts'
import type { CertificateService } from './certificate/certificate-service.ts'
import type { People } from './compose-people.ts'
import { coverageRoutes } from './coverage/coverage-routes.ts'
import type { CoverageService } from './coverage/coverage-service.ts'
import type { AskedSpan } from './coverage/range-completeness.ts'
import { deadLetterRoutes } from './dead-letters/dead-letter-routes.ts'
import type { DeadLetterService } from './dead-letters/dead-letter-service.ts'
import { searchRoutes } from './events/search-routes.ts'
import type { SearchService } from './events/search-service.ts'
import { type MetricsParts, metricsRoutes } from './exports/metrics-routes.ts'
import { type SyslogParts, syslogRoutes } from './exports/syslog-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { settingRoutes } from './settings/setting-routes.ts'
import type { SettingService } from './settings/setting-service.ts'
import { type Completeness, tellCompleteness } from './coverage/ledger-headers.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import type { LedgerService } from './ledger/ledger-service.ts'
import { type PolicyParts, policyRoutes } from './policy/policy-routes.ts'
import { probeRoutes } from './probes/probe-routes.ts'
import type { ProbeService } from './probes/probe-service.ts'
import { healthRoutes } from './system/health-routes.ts'
import type { HealthService } from './system/health-service.ts'
import { problemRoutes } from './system/problem-routes.ts'
import { securityContactRoutes } from './system/security-contact-routes.ts'
import { versionRoutes } from './system/version-routes.ts'
import type { UiFiles } from './ui/ui-files.ts'
import { uiRoutes } from './ui/ui-routes.ts'
import { loginRoutes } from './users/login-routes.ts'
import { sessionRoutes } from './users/session-routes.ts'
import { userRoutes } from './users/user-routes.ts'
import { answerProblems, sendProblem } from './http/answer/answer-problems.ts'
import { createAuthenticate } from './http/caller/authenticate.ts'
import { ignoreTypeOfNothing } from './http/request/bodiless.ts'
import { refuseBrokenText } from './http/request/broken-text.ts'
import { compressAnswers } from './http/answer/compress-answers.ts'
import { closeGently } from './http/answer/close-gently.ts'
import { digitsInAddresses } from './http/request/digits-in-addresses.ts'
import { describeRoutes, serveDocs } from './docs.ts'
import { trustForwardedFor } from './http/caller/forwarded-address.ts'
import { guardRoutes } from './http/caller/guard-routes.ts'
import { normaliseUrl } from './http/request/normalise-url.ts'
import type { AnsweredRequest } from './http/answered-request.ts'
import { observeRequests } from './http/observe-requests.ts'
import { requireOneHost } from './http/request/one-host.ts'
import { watchRoutes } from './http/route-table.ts'
import { securityHeaders } from './http/answer/security-headers.ts'

export interface ServerParts {
  people: People
  alerts: AlertParts
  policy: PolicyParts
  search: SearchService
  ledger: LedgerService
  /** Completeness of a time range. */
  completeness(span: AskedSpan): Completeness | undefined
  coverage: CoverageService
  deadLetters: DeadLetterService
  settings: SettingService
  certificate: CertificateService
  health: HealthService
  probes: ProbeService
  syslog: SyslogParts
  metricsExport: MetricsParts
  ui: UiFiles
  audit: AuditService
  rateLimit: RateLimit
  metrics: ApiMetrics
  /** If absent, nothing is traced. */
  tracer?: Tracer
  /** Called for every answer, for the audit. */
  onAnswered?(request: AnsweredRequest): void
  logger: Logger
  version: Version
  /** URL of the contact for vulnerability reports. */
  securityContact: string
  /** Receives the server, which needs a certificate before it listens; if absent, it serves plain HTTP. */
  onTls?(server: HttpsServer): void
  /** Decides which connections to accept; absent only in tests without a network. */
  connections?: ConnectionGuard
  /** The proxies that are trusted to give the caller's IP address. */
  proxies?: TrustedProxies
}

const maxBodyBytes = 256 * 1024
/** A slow request times out after 30 s; an idle keep-alive connection after 65 s. */
const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** The whole HTTP server, not yet listening. Parts see a request in the order of their registration here. */
export async function createServer(parts: ServerParts) {
  const { people, alerts, policy, search, ledger, settings, certificate, probes, syslog, metricsExport } = parts
  const { audit, health, rateLimit, metrics, tracer, onAnswered, logger, version, connections } = parts
  const options: FastifyServerOptions = {
    serverFactory: (handler) => createListener(handler, parts),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Never the caller's own id: two callers could send the same.
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => normaliseUrl(request.url ?? '/'),
    bodyLimit: maxBodyBytes,
    ...timeouts,
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: sendProblem,
  }
  const app = fastify(options)
  app.setValidatorCompiler(digitsInAddresses)
  // A logger for each request is costly. The few lines that need the request's id name it.
  app.setChildLoggerFactory((own) => own)
  app.addSchema(Problem)

  const routes = watchRoutes(app)
  closeGently(app)
  app.addHook('preClose', async () => connections?.stop())
  app.decorateRequest('seen', null)
  app.decorateRequest('problem', null)
  observeRequests(app, { logger, metrics, tracer, onAnswered })
  answerProblems(app)
  securityHeaders(app)
  requireOneHost(app)
  trustForwardedFor(app, parts.proxies)
  ignoreTypeOfNothing(app)
  refuseBrokenText(app)
  guardRoutes(app, {
    routes,
    authenticate: createAuthenticate(people.credentials),
    rateLimit,
    onLimited: metrics.rateLimited,
    onKnown: ({ raw }) => connections?.recognise(raw.socket),
  })

  tellCompleteness(app, parts.completeness)
  compressAnswers(app)

  await describeRoutes(app)
  await app.register(
    async (api) => {
      await api.register(loginRoutes(people.login))
      await api.register(sessionRoutes(people))
      await api.register(keyRoutes(people.keys))
      await api.register(userRoutes(people))
      await api.register(searchRoutes(search))
      await api.register(alertRoutes(alerts))
      await api.register(policyRoutes(policy))
      await api.register(ledgerRoutes(ledger))
      await api.register(coverageRoutes(parts.coverage))
      await api.register(deadLetterRoutes(parts.deadLetters))
      await api.register(settingRoutes(settings))
      await api.register(certificateRoutes(certificate))
      await api.register(probeRoutes(probes))
      await api.register(syslogRoutes(syslog))
      await api.register(metricsRoutes(metricsExport))
      await api.register(auditRoutes(audit))
      await api.register(healthRoutes(health))
      await api.register(versionRoutes(version))
    },
    { prefix: '/api' },
  )
  await app.register(problemRoutes)
  await app.register(securityContactRoutes(parts.securityContact))
  await app.register(uiRoutes(parts.ui))
  await serveDocs(app)
  return { app, routes }
}
export type ApiServer = Awaited<ReturnType<typeof createServer>>

function createListener(handler: RequestListener, { onTls, connections }: ServerParts): HttpServer | HttpsServer {
  // We reject requests without a Host ourselves, with a problem.
  const settings = { ...timeouts, ...serverTimeouts, requireHostHeader: false }
  const server = onTls ? createHttpsServer({ ...settings, ...tlsPolicy }, handler) : createHttpServer(settings, handler)
  server.setTimeout(INACTIVITY_MS)
  connections?.watch(server)
  if (server instanceof HttpsServer) onTls?.(server)
  return server
}
