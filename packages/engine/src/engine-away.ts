import { errors } from '@opensearch-project/opensearch'

/** The engine answered that it cannot say at the moment: shards that recover, too much to do. */
export class EngineAway extends Error {}

const { ConnectionError, NoLivingConnectionsError, ResponseError, TimeoutError } = errors
const PASSING = new Set([429, 502, 503, 504])

/** Whether the same question may well have an answer later. */
export function isEngineAway(error: unknown): boolean {
  if (error instanceof ResponseError) return PASSING.has(error.statusCode ?? 0)
  return [EngineAway, ConnectionError, NoLivingConnectionsError, TimeoutError].some((each) => error instanceof each)
}
