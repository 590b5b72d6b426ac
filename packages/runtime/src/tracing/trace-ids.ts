import { createHash } from 'node:crypto'

/**
 * The trace id of an event: the first 128 bits of the SHA-256 of its uuid. Every service can compute it, so nothing has
 * to travel with the event, and so can an operator: `printf %s <uuid> | sha256sum | cut -c1-32`.
 */
export function eventTraceId(uuid: string): string {
  return createHash('sha256').update(uuid).digest('hex').slice(0, 32)
}

/** The trace id of a request: its request id, which the response and the engine's own records also contain. */
export function requestTraceId(requestId: string): string {
  return requestId.replaceAll('-', '').toLowerCase()
}

/** The id of a step of a trace. The service of the next step can compute it. */
export function stepId(traceId: string, step: string): string {
  return createHash('sha256').update(`${traceId} ${step}`).digest('hex').slice(0, 16)
}
