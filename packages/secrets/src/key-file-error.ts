/** The key file cannot be used. The message says what to do about it, and never holds a key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}
