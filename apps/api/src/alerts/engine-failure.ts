import { AppError } from '@watchpost/contract'
import { EngineFailure } from '@watchpost/engine'
import { toEngineProblem } from '../events/engine-problem.ts'
import type { QueueName } from '../queues/search-queues.ts'
import type { CallerAsking, Searching } from '../queues/searching.ts'

/** Queues an engine request; a caller that hangs up leaves the queue. */
export function createAsk(searching: Searching) {
  return <T>(queue: QueueName, asking: CallerAsking, task: () => Promise<T>) =>
    searching.run(queue, asking, () => asProblem(task))
}

/** Runs a task and converts engine failures to problems that the caller can act on. */
export async function asProblem<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof EngineFailure ? problemOf(error) : error
  }
}

function problemOf(cause: EngineFailure): AppError {
  switch (cause.kind) {
    case 'refused':
      return toEngineProblem(cause.status, cause.body)
    case 'cut-short':
      return new AppError('engine-timeout', undefined, { cause })
    case 'too-large':
      return new AppError('query-too-expensive', 'The answer is larger than 64 MiB: ask for fewer rows.', { cause })
    default:
      return new AppError('engine-unavailable', undefined, { cause, retryAfterSeconds: 5 })
  }
}
