import type { FastifyInstance } from 'fastify'

/**
 * Closes each connection with its answer while the server shuts down. Otherwise keep-alive connections would keep the
 * process running.
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
