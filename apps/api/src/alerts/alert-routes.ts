import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AppError,
  listAlerts,
  listAlertsByBody,
  listClusters,
  listClustersByBody,
  readAlert,
  readCluster,
} from '@watchpost/contract'
import type { FastifyReply } from 'fastify'
import { spanOf } from '../coverage/range-completeness.ts'
import type { AlertDetailService } from './alert-detail-service.ts'
import type { AlertList, AlertService } from './alert-service.ts'
import { askingOf } from './listing/asking.ts'
import type { ClusterList, ClusterService } from './clusters/cluster-service.ts'
import { readClusterListing } from './clusters/read-cluster-listing.ts'
import { markRoutes } from './marks/mark-routes.ts'
import type { MarkService } from './marks/mark-service.ts'
import { readListing } from './listing/read-listing.ts'

export interface AlertParts {
  clusters: ClusterService
  marks: MarkService
  alerts: AlertService
  details: AlertDetailService
}

/** HTTP routes of alerts and clusters. */
export function alertRoutes({ alerts, clusters, details, marks }: AlertParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(markRoutes(marks))
    // The schemas only document the parameters. They are parsed by hand because they arrive both as text and as JSON.
    app.setValidatorCompiler(() => () => true)
    takeEmptyBodies(app)
    // On shutdown, answer the requests that wait for arrivals, so that collectors can continue on another instance.
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())

    app.get(
      '/alerts',
      { schema: listAlerts, config: { permission: 'alert:read', looksAt: 'alert.list' } },
      async (request, reply) => {
        const listing = readListing(valuesOf(request.query), {})
        request.span = spanOf(listing.filter)
        return sendList(reply, await alerts.list(listing, askingOf(request, reply), closing.signal))
      },
    )

    app.post(
      '/alerts',
      { schema: listAlertsByBody, config: { permission: 'alert:read', looksAt: 'alert.list' } },
      async (request, reply) => {
        const listing = readListing(valuesOf(request.query), valuesOf(request.body))
        request.span = spanOf(listing.filter)
        return sendList(reply, await alerts.list(listing, askingOf(request, reply), closing.signal))
      },
    )

    app.get(
      '/alerts/clusters',
      { schema: listClusters, config: { permission: 'alert:read', looksAt: 'cluster.list' } },
      async (request, reply) => {
        const listing = readClusterListing(valuesOf(request.query), {})
        request.span = spanOf(listing.filter)
        return sendList(reply, await clusters.list(listing, askingOf(request, reply)))
      },
    )

    app.post(
      '/alerts/clusters',
      { schema: listClustersByBody, config: { permission: 'alert:read', looksAt: 'cluster.list' } },
      async (request, reply) => {
        const listing = readClusterListing(valuesOf(request.query), valuesOf(request.body))
        request.span = spanOf(listing.filter)
        return sendList(reply, await clusters.list(listing, askingOf(request, reply)))
      },
    )

    app.get(
      '/alerts/clusters/:id',
      { schema: readCluster, config: { permission: 'alert:read', looksAt: 'cluster.read' } },
      (request, reply) => clusters.read(request.params.id, valuesOf(request.query), askingOf(request, reply)),
    )

    app.get(
      '/alerts/:id',
      { schema: readAlert, config: { permission: 'alert:read', looksAt: 'alert.read' } },
      (request, reply) => details.read(request.params.id, askingOf(request, reply)),
    )
  }
}

/** Accepts a POST without a body as a request without filters. */
function takeEmptyBodies(app: Parameters<FastifyPluginAsyncTypebox>[0]): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (String(body).trim() === '') done(null, {})
    else void parse(request, String(body), done)
  })
}

/** The filters that a caller sent. A value that is not an object has no known names and is rejected for that. */
function valuesOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new AppError('invalid-request', 'The body is a JSON object.')
  return value as Record<string, unknown>
}

function sendList(reply: FastifyReply, { rows, next, total }: AlertList | ClusterList): FastifyReply {
  if (next) reply.header('link', `<${next}>; rel="next"`)
  if (total) {
    reply.header('total-count', total.value)
    reply.header('total-count-relation', total.isExact ? 'eq' : 'gte')
  }
  return reply.send(rows)
}
