import { textOf } from '../value/read-value.ts'

const MAX_LENGTH = 256

/** Text from a record for use in a sentence: short, on one line. */
export function phraseOf(value: unknown): string | undefined {
  const text = textOf(value)
  // oxlint-disable-next-line no-control-regex -- these are what must not get into a list or a log.
  return text === undefined ? undefined : cut(text, MAX_LENGTH).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
}

/** Never splits a surrogate pair. */
export function cut(text: string, most: number): string {
  return (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed()
}
