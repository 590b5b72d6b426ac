import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { changeSettings, describeSettings, readSettings, settingDescriptions } from '@watchpost/contract'
import { originOf } from '../http/caller/origin.ts'
import type { SettingService } from './setting-service.ts'

/** HTTP routes of the settings that operators change at run time. */
export function settingRoutes(service: SettingService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/settings', { schema: readSettings, config: { permission: 'setting:read' } }, async (_request, reply) => {
      const { settings, version } = await service.read()
      reply.header('etag', `"${version}"`)
      return settings
    })

    app.get('/settings/schema', { schema: describeSettings, config: { permission: 'setting:read' } }, async () => [
      ...settingDescriptions,
    ])

    app.patch(
      '/settings',
      { schema: changeSettings, config: { permission: 'setting:write', isDangerous: true } },
      async (request, reply) => {
        const changed = await service.change(originOf(request), request.body, request.headers['if-match'])
        reply.header('etag', `"${changed.version}"`)
        return changed.settings
      },
    )
  }
}
