import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listRiskPolicies, readRiskPolicy, replaceRiskPolicy } from '@watchpost/contract'
import { originOf } from '../http/origin.ts'
import type { PolicyService } from './policy-service.ts'

/** HTTP face of the risk policy. */
export function policyRoutes(service: PolicyService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/risk-policy', { schema: readRiskPolicy, config: { permission: 'policy:read' } }, async (_, reply) => {
      const newest = await service.read()
      reply.header('etag', `"${newest.version}"`)
      return newest
    })

    app.get('/risk-policy/versions', { schema: listRiskPolicies, config: { permission: 'policy:read' } }, () =>
      service.list(),
    )

    app.put(
      '/risk-policy',
      { schema: replaceRiskPolicy, config: { permission: 'policy:write', isDangerous: true } },
      async (request, reply) => {
        const made = await service.replace(originOf(request), request.body, request.headers['if-match'])
        reply.header('etag', `"${made.version}"`)
        return made
      },
    )
  }
}
