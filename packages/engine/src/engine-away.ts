import { errors } from '@opensearch-project/opensearch'

/** The engine answered that it is temporarily unable: recovering shards, or overload. */
export class EngineAway extends Error {}

const { ConnectionError, NoLivingConnectionsError, ResponseError, TimeoutError } = errors
const PASSING = new Set([429, 502, 503, 504])

/** Whether a retry may succeed later. */
export function isEngineAway(error: unknown): boolean {
  if (error instanceof ResponseError) return PASSING.has(error.statusCode ?? 0)
  return [EngineAway, ConnectionError, NoLivingConnectionsError, TimeoutError].some((each) => error instanceof each)
}
