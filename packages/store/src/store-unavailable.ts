/** Errors of the socket, and of the pool and driver when they give up waiting. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])
const messages = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** SQLSTATE: connection exceptions, too many connections, shutting down or starting up. */
const states = /^(08\w{3}|53[34]00|57P0[1-3])$/

/** Whether the database could not be reached: the same call may work in a moment. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (codes.has(code) || states.test(code))) return true
  return messages.test(error.message)
}
