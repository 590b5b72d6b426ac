import type { FastifyInstance } from 'fastify'

/** Many clients send a content type with every request: ignore it on a DELETE without a body. */
export function ignoreTypeOfNothing(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method } = request
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (method === 'DELETE' && isEmpty) delete headers['content-type']
    done()
  })
}
