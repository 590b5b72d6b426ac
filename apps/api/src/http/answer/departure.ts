import type { FastifyReply } from 'fastify'

/**
 * Aborts when the caller hangs up before the answer was sent. (The framework's own `request.signal` listens to the
 * request, which closes as soon as its body has been read.)
 */
export function departureOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const { raw } = reply
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Whether the caller has hung up. */
export function hasDeparted({ raw }: FastifyReply): boolean {
  return raw.destroyed && !raw.writableFinished
}
