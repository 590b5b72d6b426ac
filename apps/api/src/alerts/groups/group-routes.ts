import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listAlertGroups } from '@watchpost/contract'
import { sendPage } from '../../http/answer/pages.ts'
import { spanOf } from '../../coverage/range-completeness.ts'
import { askingOf } from '../listing/asking.ts'
import { parameterValidator } from '../listing/check-parameters.ts'
import type { GroupService } from './group-service.ts'
import { type GroupValues, readGroups } from './read-groups.ts'

/** HTTP routes for groups of alerts. */
export function groupRoutes(groups: GroupService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.setValidatorCompiler(parameterValidator)

    app.get(
      '/alerts/groups',
      { schema: listAlertGroups, config: { permission: 'alert:read', looksAt: 'alert.group' } },
      async (request, reply) => {
        const listing = readGroups(request.query as GroupValues)
        request.span = spanOf(listing.filter)
        return sendPage(reply, await groups.list(listing, askingOf(request, reply)))
      },
    )
  }
}
