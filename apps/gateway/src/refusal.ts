import { type ProblemCode, problems } from '@watchpost/contract'

/** The problem codes that the gateway answers with. A probe decides by the status alone. */
export type RefusalCode = Extract<
  ProblemCode,
  | 'batch-invalid'
  | 'certificate-unknown'
  | 'certificate-invalid'
  | 'certificate-superseded'
  | 'probe-unpaired'
  | 'batch-too-large'
  | 'encoding-unsupported'
  | 'backlog'
  | 'busy'
  | 'engine-disk-full'
  | 'log-disk-full'
  | 'probe-paused'
  | 'log-unavailable'
  | 'store-unavailable'
  | 'not-found'
  | 'invalid-request'
  | 'too-many-requests'
  | 'probe-rate-limited'
  | 'enrolment-code-refused'
  | 'csr-invalid'
  | 'payload-too-large'
  | 'stream-torn'
  | 'file-piece-unexpected'
  | 'file-storage-full'
  | 'file-storage-missing'
>

/** A batch that was not accepted. The sender keeps it and, for 429 and 503, resends it after `retryAfterSeconds`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, detail: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(detail, options)
    this.code = code
    this.status = problems[code].status
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 429 || this.status === 503 ? 2 : undefined)
  }
}

export function toProblem({ code, status, message }: Refusal, instance: string) {
  return { type: `/problems/${code}`, title: problems[code].title, status, detail: message, instance }
}
