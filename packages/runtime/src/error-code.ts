/** The code of an error of Node, of a database or of a socket, for example `ENOENT`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** What is known of an error that came from outside, in a few words: its code, if it has one, and its message. */
export function errorText(error: unknown): string {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  return code ? `${code} ${message}` : message
}
