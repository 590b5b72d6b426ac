import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { summariseAlerts } from '@watchpost/contract'
import { spanOf } from '../../coverage/range-completeness.ts'
import { askingOf } from '../listing/asking.ts'
import { parameterValidator } from '../listing/check-parameters.ts'
import { readSummary, type SummaryValues } from './read-summary.ts'
import type { SummaryService } from './summary-service.ts'

/** HTTP routes for counts of alerts. */
export function summaryRoutes(summaries: SummaryService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.setValidatorCompiler(parameterValidator)

    app.get(
      '/alerts/summary',
      { schema: summariseAlerts, config: { permission: 'alert:read', looksAt: 'alert.summary' } },
      (request, reply) => {
        const wish = readSummary(request.query as SummaryValues)
        request.span = spanOf(wish.filter)
        return summaries.summarise(wish, askingOf(request, reply))
      },
    )
  }
}
