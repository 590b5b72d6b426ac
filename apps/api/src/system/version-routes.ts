import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readVersion, type Version } from '@watchpost/contract'

/** HTTP route of the running version. */
export function versionRoutes(version: Version): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/version', { schema: readVersion, config: { permission: 'version:read' } }, () => version)
  }
}
