/** The code of an error from Node, a database or a socket, for example `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** A short text for an external error: its code, if it has one, and its message. */
export function errorText(error: unknown): string {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  return code ? `${code} ${message}` : message
}
