import { AppError } from '@watchpost/contract'
import { lastForwardedFor, type TrustedProxies } from '@watchpost/runtime'
import type { FastifyInstance } from 'fastify'

/**
 * Takes the IP address of a caller behind a trusted proxy from X-Forwarded-For. All later users of `request.ip` get it:
 * rate limits, login throttling, networks of keys, audit. From other peers the header is ignored.
 */
export function trustForwardedFor(app: Pick<FastifyInstance, 'addHook'>, proxies: TrustedProxies | undefined): void {
  if (!proxies || proxies.isEmpty || proxies.mode !== 'x-forwarded-for') return
  app.addHook('onRequest', (request, reply, done) => {
    if (!proxies.includes(request.ip)) {
      done()
      return
    }
    const address = lastForwardedFor(request.headers['x-forwarded-for'])
    if (address === undefined) {
      reply.header('connection', 'close')
      done(new AppError('invalid-request', 'The proxy has to add the address of its client to X-Forwarded-For.'))
      return
    }
    Object.defineProperty(request, 'ip', { value: address })
    done()
  })
}
