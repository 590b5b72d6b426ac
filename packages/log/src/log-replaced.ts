/** The topic of events was replaced. Readers must start again with a position in the new log. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced'
  /** Retrying does not help. */
  readonly canRetry = false
}
