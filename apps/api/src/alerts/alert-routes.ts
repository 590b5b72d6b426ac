import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AlertParameters,
  ClusterParameters,
  listAlerts,
  listAlertsByBody,
  listClusters,
  listClustersByBody,
  readAlert,
  readCluster,
} from '@watchpost/contract'
import type { FastifyReply } from 'fastify'
import { linkNext } from '../http/answer/pages.ts'
import { spanOf } from '../coverage/range-completeness.ts'
import type { AlertDetailService } from './alert-detail-service.ts'
import type { AlertList, AlertService } from './alert-service.ts'
import { askingOf } from './listing/asking.ts'
import type { ClusterList, ClusterService } from './clusters/cluster-service.ts'
import { type ClusterValues, readClusterListing } from './clusters/read-cluster-listing.ts'
import type { HistoryService } from './marks/history-service.ts'
import { markRoutes } from './marks/mark-routes.ts'
import type { MarkService } from './marks/mark-service.ts'
import { checkParameters, parameterValidator } from './listing/check-parameters.ts'
import { type ListingValues, readListing } from './listing/read-listing.ts'
import { jobRoutes } from './jobs/job-routes.ts'
import type { JobService } from './jobs/job-service.ts'
import { groupRoutes } from './groups/group-routes.ts'
import type { GroupService } from './groups/group-service.ts'
import { summaryRoutes } from './summary/summary-routes.ts'
import type { SummaryService } from './summary/summary-service.ts'

type QueryValues = Readonly<Record<string, unknown>>

export interface AlertParts {
  clusters: ClusterService
  marks: MarkService
  histories: HistoryService
  alerts: AlertService
  details: AlertDetailService
  summaries: SummaryService
  groups: GroupService
  jobs: JobService
}

/** HTTP routes of alerts and clusters. */
export function alertRoutes({
  alerts,
  clusters,
  details,
  groups,
  histories,
  jobs,
  marks,
  summaries,
}: AlertParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(markRoutes(marks, histories))
    await app.register(summaryRoutes(summaries))
    await app.register(groupRoutes(groups))
    await app.register(jobRoutes(jobs))
    app.setValidatorCompiler(parameterValidator)
    takeEmptyBodies(app)
    // On shutdown, answer the requests that wait for arrivals, so that collectors can continue on another instance.
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())

    app.get(
      '/alerts',
      { schema: listAlerts, config: { permission: 'alert:read', looksAt: 'alert.list' } },
      async (request, reply) => {
        const listing = readListing(request.query as ListingValues)
        request.span = spanOf(listing.filter)
        return sendList(reply, await alerts.list(listing, askingOf(request, reply), closing.signal))
      },
    )

    app.post(
      '/alerts',
      { schema: listAlertsByBody, config: { permission: 'alert:read', looksAt: 'alert.list' } },
      async (request, reply) => {
        const values: ListingValues = checkParameters(AlertParameters, request.query as QueryValues, request.body)
        const listing = readListing(values, request.body)
        request.span = spanOf(listing.filter)
        return sendList(reply, await alerts.list(listing, askingOf(request, reply), closing.signal))
      },
    )

    app.get(
      '/alerts/clusters',
      { schema: listClusters, config: { permission: 'alert:read', looksAt: 'cluster.list' } },
      async (request, reply) => {
        const listing = readClusterListing(request.query)
        request.span = spanOf(listing.filter)
        return sendList(reply, await clusters.list(listing, askingOf(request, reply)))
      },
    )

    app.post(
      '/alerts/clusters',
      { schema: listClustersByBody, config: { permission: 'alert:read', looksAt: 'cluster.list' } },
      async (request, reply) => {
        const values: ClusterValues = checkParameters(ClusterParameters, request.query as QueryValues, request.body)
        const listing = readClusterListing(values)
        request.span = spanOf(listing.filter)
        return sendList(reply, await clusters.list(listing, askingOf(request, reply)))
      },
    )

    app.get(
      '/alerts/clusters/:id',
      { schema: readCluster, config: { permission: 'alert:read', looksAt: 'cluster.read' } },
      (request, reply) => clusters.read(request.params.id, request.query, askingOf(request, reply)),
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

function sendList(reply: FastifyReply, { rows, next, total }: AlertList | ClusterList): FastifyReply {
  linkNext(reply, next)
  if (total) {
    reply.header('total-count', total.value)
    reply.header('total-count-relation', total.isExact ? 'eq' : 'gte')
  }
  return reply.send(rows)
}
