import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { postMetricsExport, putMetricsExport, readMetricsExport, testMetricsExport } from '@watchpost/contract'
import { actorOf, originOf } from '../http/caller/origin.ts'
import type { MetricsService } from './metrics-service.ts'
import type { TryMetrics } from './try-metrics.ts'

export interface MetricsParts {
  service: MetricsService
  tryMetrics: TryMetrics
}

const path = '/exports/metrics'
const reading = { permission: 'export:read' } as const
const writing = { permission: 'export:write', isDangerous: true } as const

/** HTTP routes of the metrics export. POST does the same as PUT, because the specification shows POST. */
export function metricsRoutes({ service, tryMetrics }: MetricsParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(path, { schema: readMetricsExport, config: reading }, () => service.read())

    app.put(path, { schema: putMetricsExport, config: writing }, (request) =>
      service.set(originOf(request), request.body),
    )
    app.post(path, { schema: postMetricsExport, config: writing }, (request) =>
      service.set(originOf(request), request.body),
    )

    app.post(`${path}/test`, { schema: testMetricsExport, config: writing }, async (request) =>
      tryMetrics(await service.present(), actorOf(request).accountId),
    )
  }
}
