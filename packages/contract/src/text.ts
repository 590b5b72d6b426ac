import { type TStringOptions, Type } from 'typebox'

/** Control characters break logs and terminals, and PostgreSQL stores no NUL. */
const LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
/** The same, but with tabs and line breaks. */
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$'
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const HOST_NAME = `^${LABEL}(\\.${LABEL})*$`

type TextOptions = Omit<TStringOptions, 'pattern'> & { maxLength: number }

/** Free text on one line. Use this or `Lines` for every text from a person or program. */
export const Line = (options: TextOptions) => Type.String({ ...options, pattern: LINE })

/** Free text on any number of lines. */
export const Lines = (options: TextOptions) => Type.String({ ...options, pattern: LINES })

/** A DNS name, without a wildcard and without a trailing dot. */
export const HostName = (options: Omit<TextOptions, 'maxLength'>) =>
  Type.String({ ...options, maxLength: 253, pattern: HOST_NAME })

const line = new RegExp(LINE, 'u')

/** Whether a text has no control characters, for input without a schema. */
export function isLine(text: string): boolean {
  return line.test(text)
}

export const noControlCharacters = 'must not contain control characters'

const meanings = new Map([
  [LINE, noControlCharacters],
  [LINES, 'must not contain control characters other than tabs and line breaks'],
  [HOST_NAME, 'must be a host name, for example siem.example.org'],
])

/** The description of a pattern; undefined for patterns that are not defined here. */
export function meaningOfPattern(pattern: string): string | undefined {
  return meanings.get(pattern)
}
