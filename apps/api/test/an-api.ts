import { createLogger, createMetrics } from '@watchpost/runtime'
import type { Role } from '@watchpost/store'
import { createApiMetrics } from '../src/api-metrics.ts'
import { createBoundedQueue } from '../src/bounded-queue.ts'
import { createSearchService, type SearchPorts } from '../src/events/search-service.ts'
import { hashToken, type SessionLookup } from '../src/http/authenticate.ts'
import { createServer } from '../src/http/server.ts'
import { createLoginService, type LoginPorts } from '../src/users/login-service.ts'

/** A token that the fake sessions know, one for each role. */
export const tokens: Record<Role, string> = {
  viewer: `apk_${'v'.repeat(43)}`,
  operator: `apk_${'o'.repeat(43)}`,
  administrator: `apk_${'a'.repeat(43)}`,
}

/** The headers of a caller who has logged in. */
export const asOperator = { 'api-key': tokens.operator }

export const emptyAnswer =
  '{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":0,"relation":"eq"},"max_score":null,"hits":[]}}'

export interface ApiFakes {
  engine?: SearchPorts['engine']['search']
  accounts?: LoginPorts['accounts']['findByUsername']
  findLive?: SessionLookup['findLive']
  hashing?: LoginPorts['hashing']
}

/** The HTTP face over fakes: no network, no server. The password of every account is "right". */
export async function anApi(fakes: ApiFakes = {}) {
  const engineCalls: Parameters<SearchPorts['engine']['search']>[0][] = []
  const passwordsSeen: { password: string; hash: string }[] = []
  const metrics = createMetrics('api')
  const apiMetrics = createApiMetrics(metrics)
  const search = createSearchService({
    engine: {
      search: async (request) => {
        engineCalls.push(request)
        return fakes.engine ? fakes.engine(request) : Buffer.from(emptyAnswer)
      },
    },
    fields: () =>
      new Map([
        ['@timestamp', { type: 'date', searchable: true, sortable: true, aggregatable: true }],
        ['event_type', { type: 'keyword', searchable: true, sortable: true, aggregatable: true }],
      ]),
    searching: createBoundedQueue({ concurrency: 4, maxWaiting: 4, retryAfterSeconds: 2 }),
    onRefusal: apiMetrics.searchRefused,
  })
  const login = createLoginService({
    accounts: { findByUsername: fakes.accounts ?? accountNamedAfterItsRole },
    sessions: { create: async () => ({ expiresAt: '2026-11-14T09:12:33.412345Z' }) },
    settings: { read: async () => ({ sessionAgeSeconds: 28_800 }) },
    passwords: {
      verify: async (password, hash) => {
        passwordsSeen.push({ password, hash })
        return password === 'right' && hash !== 'nobody'
      },
      nobodysHash: 'nobody',
    },
    hashing: fakes.hashing ?? createBoundedQueue({ concurrency: 2, maxWaiting: 32, retryAfterSeconds: 5 }),
  })
  const { app, routes } = await createServer({
    login,
    search,
    sessions: { findLive: fakes.findLive ?? findLive },
    metrics: apiMetrics,
    logger: createLogger('api', 'silent'),
    version: { product: 'Watchpost', version: '0.1.0', api: '1' },
  })
  await app.ready()
  return {
    app,
    routes,
    engineCalls,
    passwordsSeen,
    metricsText: () => metrics.text(),
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await metrics.stop()
    },
  }
}

async function findLive(tokenHash: Uint8Array): ReturnType<SessionLookup['findLive']> {
  const role = (Object.keys(tokens) as Role[]).find((each) => hashToken(tokens[each]).equals(tokenHash))
  return role ? { accountId: 1, username: role, role } : 'absent'
}

async function accountNamedAfterItsRole(username: string) {
  const account = { id: 1, passwordHash: 'stored', isDisabled: false }
  if (username === 'disabled') return { ...account, role: 'operator' as const, isDisabled: true }
  return username in tokens ? { ...account, role: username as Role } : 'absent'
}
