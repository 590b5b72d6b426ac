import { defaultDetail, type ProblemCode } from './problems.ts'

/** One fault of a request: a JSON pointer into the body, or the name of a parameter. */
export interface ProblemItem {
  pointer?: string
  parameter?: string
  detail: string
  /** For an exceeded limit: the found value, and the allowed one. */
  estimate?: number
  budget?: number
}

export interface AppErrorOptions extends ErrorOptions {
  errors?: readonly ProblemItem[]
  /** When a retry makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number
}

/** The only error whose message is sent to clients. All others become `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ProblemCode
  readonly errors: readonly ProblemItem[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, detail?: string, { errors, retryAfterSeconds, ...options }: AppErrorOptions = {}) {
    super(detail ?? defaultDetail(code), options)
    this.code = code
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }
}
