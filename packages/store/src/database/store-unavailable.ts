import { errorCode } from '@watchpost/runtime'

/** Socket errors, and errors of the pool and driver when they stop waiting. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])
const messages = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** SQLSTATE: connection exceptions, too many connections, shutting down or starting up. */
const unavailableStates = /^(08\w{3}|53[34]00|57P0[1-3])$/

/** SQLSTATE: serialization failure, deadlock, lock timeout, statement timeout. The statement was rolled back. */
const contentionStates = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether the database could not be reached: the same call may succeed soon. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== undefined && (codes.has(code) || unavailableStates.test(code))) return true
  return messages.test(error.message)
}

/**
 * Whether a worker should retry: the database could not be reached, or it rolled the statement back because of load or
 * of another transaction. API requests do not use this: a query that always times out is our bug, and clients should
 * not be asked to retry it.
 */
export function isStoreRetryable(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true
  const code = error instanceof Error ? errorCode(error) : undefined
  return code !== undefined && contentionStates.has(code)
}
