import type { FastifyInstance } from 'fastify'

/** Many connectors name a type of content with every request: a DELETE without content has none to be read. */
export function ignoreTypeOfNothing(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method } = request
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (method === 'DELETE' && isEmpty) delete headers['content-type']
    done()
  })
}
