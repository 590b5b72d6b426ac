import { AppError } from '@watchpost/contract'
import { type EngineComplaint, wordsFor } from './engine-words.ts'

/** One level of an error of the engine; causes are nested. */
interface EngineError extends EngineComplaint {
  caused_by?: EngineError
  root_cause?: EngineError[]
  failed_shards?: { reason?: EngineError }[]
}

/** Errors that the search itself causes. The engine treats some of them as its own faults and answers 500. */
const invalidTypes = new Set([
  'parsing_exception',
  'parse_exception',
  'x_content_parse_exception',
  'named_object_not_found_exception',
  'query_shard_exception',
  'illegal_argument_exception',
  'number_format_exception',
  'input_coercion_exception',
  'date_time_exception',
  'date_time_parse_exception',
  'arithmetic_exception',
  'unsupported_temporal_type_exception',
  'aggregation_execution_exception',
])
const busyTypes = new Set([
  'circuit_breaking_exception',
  'rejected_execution_exception',
  'opensearch_rejected_execution_exception',
])
const slowTypes = new Set([
  'task_cancelled_exception',
  'time_exceeded_exception',
  'timeout_exception',
  'receive_timeout_transport_exception',
])
const absentTypes = new Set([
  'cluster_block_exception',
  'cluster_manager_not_discovered_exception',
  'no_shard_available_action_exception',
  'node_not_connected_exception',
  'node_disconnected_exception',
  'node_closed_exception',
  'shard_not_found_exception',
])

const unequalBuckets = /^Expected \[\d+\] buckets, but got \[\d+\]$/

/** Maps a rejection by the engine to a problem for the caller. The engine's status and text go to the log only. */
export function toEngineProblem(status: number, body: string): AppError {
  const cause = new Error(`the engine answered ${status}: ${body.slice(0, 2_000)}`)
  const errors = flatten(read(body))
  const has = (types: ReadonlySet<string>) => errors.some(({ type }) => type !== undefined && types.has(type))

  if (errors.some(({ type }) => type === 'too_many_buckets_exception')) {
    return new AppError('query-too-expensive', 'The aggregations make more than 65,535 buckets.', { cause })
  }
  if (errors.some(({ reason }) => reason?.includes('shards, which is over the limit'))) {
    const detail = 'The search would ask more shards than the search engine allows. Narrow the range of @timestamp.'
    return new AppError('query-too-expensive', detail, { cause })
  }
  if (has(busyTypes) || status === 429) {
    const detail = 'The search engine is short of memory or threads. Send the request again in 5 seconds.'
    return new AppError('too-many-requests', detail, { cause, retryAfterSeconds: 5 })
  }
  if (has(slowTypes) || errors.some(({ reason }) => reason?.includes('Time exceeded'))) {
    return new AppError('engine-timeout', undefined, { cause })
  }
  // Depends on the data, and the engine treats it as its own fault.
  if (errors.some(({ reason }) => reason?.includes('the collapse field must be single valued'))) {
    const detail = 'Some documents have several values in the field to collapse by; collapse by another one.'
    return new AppError('query-invalid', detail, { cause })
  }
  // A defect of the engine: it creates no empty buckets for an ip_range inside a range whose field an index lacks.
  if (errors.some(({ type, reason }) => type === 'illegal_state_exception' && unequalBuckets.test(reason ?? ''))) {
    const detail =
      'The answers of these indexes cannot be joined: an ip_range lies inside a range of a field that not all of them have. Ask them one by one.'
    return new AppError('query-invalid', detail, { cause })
  }
  if (has(invalidTypes)) return new AppError('query-invalid', wordsFor(errors), { cause })
  // 401 and 403: the engine does not accept our credentials, which is not the caller's fault.
  if (has(absentTypes) || [401, 403, 502, 503, 504].includes(status)) {
    return new AppError('engine-unavailable', undefined, { cause, retryAfterSeconds: 5 })
  }
  if (status >= 400 && status < 500) return new AppError('query-invalid', wordsFor(errors), { cause })
  return new AppError('internal', 'The search engine failed.', { cause })
}

function read(body: string): EngineError | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: EngineError | string }
    return typeof error === 'object' ? error : undefined
  } catch {
    // A proxy in between answers in another format; use the status only.
    return undefined
  }
}

/** Every level, outermost first. The engine nests a few; the limit bounds the work for an unusual answer. */
function flatten(error: EngineError | undefined, depth = 0): EngineError[] {
  if (!error || depth > 20) return []
  const within = [
    ...(error.root_cause ?? []),
    ...(error.failed_shards ?? []).map((each) => each.reason),
    error.caused_by,
  ]
  return [error, ...within.flatMap((each) => flatten(each, depth + 1))]
}
