import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readCoverage } from '@watchpost/contract'
import type { CoverageService } from './coverage-service.ts'

/** HTTP routes of coverage. */
export function coverageRoutes(service: CoverageService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/coverage', { schema: readCoverage, config: { permission: 'event:read', isPolled: true } }, (request) =>
      service.read(request.query),
    )
  }
}
