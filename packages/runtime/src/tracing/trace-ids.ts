import { createHash } from 'node:crypto'

/**
 * The id of an event's trace: the first 128 bits of the SHA-256 of its uuid. Every role finds it by itself, so nothing
 * has to travel with the event; and so does a person: `printf %s <uuid> | sha256sum | cut -c1-32`.
 */
export function eventTraceId(uuid: string): string {
  return createHash('sha256').update(uuid).digest('hex').slice(0, 32)
}

/** The id of a request's trace: its request id, which the answer and the engine's own records have too. */
export function requestTraceId(requestId: string): string {
  return requestId.replaceAll('-', '').toLowerCase()
}

/** The id of a step of a trace. Who does the next step knows it without being told. */
export function stepId(traceId: string, step: string): string {
  return createHash('sha256').update(`${traceId} ${step}`).digest('hex').slice(0, 16)
}
