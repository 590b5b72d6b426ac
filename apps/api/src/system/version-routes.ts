import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readVersion, type Version } from '@watchpost/contract'

/** What runs here. */
export function versionRoutes(version: Version): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/version', { schema: readVersion, config: { permission: 'version:read' } }, () => version)
  }
}
