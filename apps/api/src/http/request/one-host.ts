import { AppError } from '@watchpost/contract'
import { hasOneHost } from '@watchpost/runtime'
import type { FastifyInstance } from 'fastify'

/** Rejects requests with two Host headers, or without one. */
export function requireOneHost(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) {
      done()
      return
    }
    reply.header('connection', 'close')
    done(new AppError('invalid-request', 'Send exactly one Host header.'))
  })
}
