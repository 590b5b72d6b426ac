import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readHealth } from '@watchpost/contract'
import type { HealthService } from './health-service.ts'

/** HTTP routes of the system health. */
export function healthRoutes(health: HealthService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/system/health', { schema: readHealth, config: { permission: 'health:read' } }, () => health.read())
  }
}
