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
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
