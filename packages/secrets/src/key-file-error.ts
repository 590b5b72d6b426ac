/** The key file cannot be used. The message says what to do, and never contains a key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}
