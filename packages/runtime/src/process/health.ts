import { createServer, type Server } from 'node:http'
import { Type, type Static } from 'typebox'
import { isForeignHost } from '../address/foreign-host.ts'
import type { Part } from './lifecycle.ts'
import type { Metrics } from '../metrics.ts'

export const InternalConfig = Type.Object({
  host: Type.String({
    env: 'INTERNAL_HOST',
    default: '127.0.0.1',
    description: 'Address of the internal port: health and metrics, never for the public.',
  }),
  port: Type.Integer({
    env: 'INTERNAL_PORT',
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'Internal port of this service. 0 takes a free port and logs it.',
  }),
})
export type InternalConfig = Static<typeof InternalConfig>

/** Why a service is not ready, in words an operator can act on; undefined if it is ready. */
export type Readiness = () => Promise<string | undefined> | string | undefined

/** `/healthz` (the process is alive), `/readyz` (it can do its work now), `/metrics` (Prometheus text). */
export function internalServer(
  config: InternalConfig,
  metrics: Metrics,
  readiness: Readiness,
): Part & { port(): number } {
  const refused = metrics.counter(
    'internal_requests_refused_total',
    'Requests to the internal port that named another host than loopback.',
  )
  const server: Server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    const respond = async () => {
      if (isForeignHost(config.host, request.headers.host)) {
        refused.add(1)
        return answer(421, 'application/json', JSON.stringify({ status: 'refused', reason: 'Host is not loopback' }))
      }
      switch (request.url) {
        case '/healthz':
          return answer(200, 'application/json', JSON.stringify({ role: metrics.service, status: 'alive' }))
        case '/readyz': {
          const reason = await readiness()
          const body = { role: metrics.service, status: reason ? 'not ready' : 'ready', reason }
          return answer(reason ? 503 : 200, 'application/json', JSON.stringify(body))
        }
        case '/metrics':
          return answer(200, 'text/plain; version=0.0.4; charset=utf-8', await metrics.text())
        default:
          return answer(404, 'application/json', JSON.stringify({ status: 'no such page' }))
      }
    }
    respond().catch((error: unknown) => {
      answer(
        503,
        'application/json',
        JSON.stringify({ role: metrics.service, status: 'not ready', reason: String(error) }),
      )
    })
  })

  const port = () => {
    const address = server.address()
    return address && typeof address === 'object' ? address.port : 0
  }
  return {
    name: 'internal port',
    port,
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(config.port, config.host, () => resolve())
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
