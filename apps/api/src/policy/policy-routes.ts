import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  describeRiskPolicy,
  listRiskPolicies,
  readRiskPolicy,
  replaceRiskPolicy,
  tryRiskPolicy,
} from '@watchpost/contract'
import { RiskPolicy } from '@watchpost/risk'
import { askingOf } from '../alerts/listing/asking.ts'
import { originOf } from '../http/caller/origin.ts'
import type { PolicyService } from './policy-service.ts'
import type { PolicyTrialService } from './policy-trial-service.ts'

export interface PolicyParts {
  policy: PolicyService
  trials: PolicyTrialService
}

/** HTTP routes of the risk policy. */
export function policyRoutes({ policy: service, trials }: PolicyParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/risk-policy', { schema: readRiskPolicy, config: { permission: 'policy:read' } }, async (_, reply) => {
      const newest = await service.read()
      reply.header('etag', `"${newest.version}"`)
      return newest
    })

    app.get('/risk-policy/versions', { schema: listRiskPolicies, config: { permission: 'policy:read' } }, () =>
      service.list(),
    )

    app.get(
      '/risk-policy/schema',
      { schema: describeRiskPolicy, config: { permission: 'policy:read' } },
      async () => RiskPolicy,
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

    app.post(
      '/risk-policy/trial',
      { schema: tryRiskPolicy, config: { permission: 'policy:read', looksAt: 'risk-policy.try' } },
      async (request, reply) => {
        const trial = await trials.run(request.body, askingOf(request, reply))
        // Audit the examples that were shown. The tried policy is long and changes nothing.
        const shown = trial.examples.flatMap(({ self }) => self ?? [])
        request.seen = { object: 'risk-policy/trial', detail: shown.join(' ') }
        return trial
      },
    )
  }
}
