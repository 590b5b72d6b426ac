import type { Problem, ProblemCode, ProblemItem } from '@watchpost/contract'

/** A server newer than this client may send other codes. */
export type AnyProblemCode = ProblemCode | 'unexpected-answer' | (string & {})

/** The API rejected a call, or failed: an RFC 9457 answer. `message` is for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** The problem code; `unexpected-answer` if the answer was not from the API. */
  readonly code: AnyProblemCode
  readonly status: number
  readonly title: string
  /** The faults of the request, each with a JSON pointer into the body, or the name of a parameter. */
  readonly errors: readonly ProblemItem[]
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  /** The request id in the log of the appliance. */
  readonly requestId: string | undefined

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string) {
    const problem = problemIn(text, headers)
    super(problem?.detail ?? problem?.title ?? `The server answered ${status}, which is not an answer of the API.`)
    this.status = status
    this.code = problem?.type.split('/').at(-1) ?? 'unexpected-answer'
    this.title = problem?.title ?? 'The answer is not one of the API'
    this.errors = problem?.errors ?? []
    this.retryAfter = secondsIn(headers.get('retry-after'))
    this.requestId = headers.get('request-id') ?? problem?.instance
  }
}

/** Whether an error is this problem, or any problem. */
export function isProblem(error: unknown, code?: AnyProblemCode): error is ProblemError {
  return error instanceof ProblemError && (code === undefined || error.code === code)
}

function problemIn(text: string, headers: Headers): Problem | undefined {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return undefined
  try {
    return JSON.parse(text) as Problem
  } catch {
    return undefined
  }
}

function secondsIn(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
