import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listAlertHistory, listAssignees, markAlert, markAlerts } from '@watchpost/contract'
import { sendPage } from '../../http/answer/pages.ts'
import { originOf } from '../../http/caller/origin.ts'
import { askingOf } from '../listing/asking.ts'
import type { HistoryService } from './history-service.ts'
import type { MarkService } from './mark-service.ts'

/** HTTP routes for analysts' marks on alerts. */
export function markRoutes(marks: MarkService, histories: HistoryService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch('/alerts/:id/mark', { schema: markAlert, config: { permission: 'alert:write' } }, (request, reply) =>
      marks.markOne(originOf(request), request.params.id, request.body, askingOf(request, reply)),
    )

    app.post('/alerts/marks', { schema: markAlerts, config: { permission: 'alert:write' } }, async (request, reply) => {
      const { ids, ...wanted } = request.body
      await marks.markMany(originOf(request), ids, wanted, askingOf(request, reply))
      return reply.code(204).send(null)
    })

    app.get(
      '/alerts/:id/history',
      { schema: listAlertHistory, config: { permission: 'alert:read', looksAt: 'alert.history' } },
      async (request, reply) =>
        sendPage(reply, await histories.list(request.params.id, request.query, askingOf(request, reply))),
    )

    app.get('/alerts/assignees', { schema: listAssignees, config: { permission: 'alert:write' } }, () =>
      histories.assignees(),
    )
  }
}
