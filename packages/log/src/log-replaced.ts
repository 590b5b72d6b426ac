/** The topic of events is another one than it was: its readers have to begin again, with a position in the new log. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced'
  /** Trying again does not help. */
  readonly canRetry = false
}
