import type { FastifyInstance } from 'fastify'

/**
 * While the server closes, each answer also closes its connection. Without it a caller that keeps its connection alive
 * would keep the process alive too.
 */
export function closeGently(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}
