import { errorCode } from '@watchpost/runtime'

/** Errors of the socket, and of the pool and driver when they give up waiting. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])
const messages = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** SQLSTATE: connection exceptions, too many connections, shutting down or starting up. */
const unavailableStates = /^(08\w{3}|53[34]00|57P0[1-3])$/

/** SQLSTATE: serialization failure, deadlock, lock timeout, statement timeout. The statement was rolled back. */
const contentionStates = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the database could not be reached: the same call may work in a moment. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== undefined && (codes.has(code) || unavailableStates.test(code))) return true
  return messages.test(error.message)
}

/**
 * Whether a worker should repeat the call: the database could not be reached, or it rolled the statement back because
 * of its load or of another transaction. An API request is not answered by this one: a query that always takes too
 * long is a fault of ours, and clients should not be asked to repeat it.
 */
export function isStoreRetryable(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true
  const code = error instanceof Error ? errorCode(error) : undefined
  return code !== undefined && contentionStates.has(code)
}
