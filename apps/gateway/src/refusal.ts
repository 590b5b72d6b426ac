/** Every reason for which the gateway does not take a batch, as RFC 9457 names it. A probe decides by the status alone. */
export const refusals = {
  'certificate-unknown': { status: 403, title: 'No probe has this certificate' },
  'probe-unpaired': { status: 403, title: 'The certificate of this probe is revoked or has expired' },
  'probe-paused': { status: 429, title: 'This probe is paused' },
  'batch-invalid': { status: 400, title: 'The batch is not valid' },
  'batch-too-large': { status: 413, title: 'The batch is too large' },
  'encoding-unsupported': { status: 415, title: 'The encoding of the batch is not supported' },
  backlog: { status: 429, title: 'Too much is waiting to be indexed' },
  'engine-disk-full': { status: 429, title: 'The disk of the engine is nearly full' },
  'log-disk-full': { status: 429, title: 'The disk of the log is nearly full' },
  busy: { status: 429, title: 'Too much is waiting to be stored' },
  'log-unavailable': { status: 503, title: 'The log does not store at the moment' },
  'store-unavailable': { status: 503, title: 'The list of probes cannot be read at the moment' },
} as const
export type RefusalCode = keyof typeof refusals

/** A batch that was not taken. The sender keeps it and, for 429 and 503, sends it again after `retryAfterSeconds`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, detail: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(detail, options)
    this.code = code
    const { status } = refusals[code]
    this.retryAfterSeconds = options.retryAfterSeconds ?? (status === 429 || status === 503 ? 2 : undefined)
  }
}

export function toProblem({ code, message }: Refusal, instance: string) {
  const { status, title } = refusals[code]
  return { type: `/problems/${code}`, title, status, detail: message, instance }
}
