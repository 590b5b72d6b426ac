import { type TStringOptions, Type } from 'typebox'

/** Control characters break logs and terminals, and PostgreSQL stores no NUL. */
const LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
/** The same, but for tabs and line breaks. */
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$'
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const HOST_NAME = `^${LABEL}(\\.${LABEL})*$`

type TextOptions = Omit<TStringOptions, 'pattern'> & { maxLength: number }

/** Free text on one line: every text that a person or program makes up is this or `Lines`. */
export const Line = (options: TextOptions) => Type.String({ ...options, pattern: LINE })

/** Free text on any number of lines. */
export const Lines = (options: TextOptions) => Type.String({ ...options, pattern: LINES })

/** A name in the DNS, without a wildcard and without a dot at its end. */
export const HostName = (options: Omit<TextOptions, 'maxLength'>) =>
  Type.String({ ...options, maxLength: 253, pattern: HOST_NAME })

const line = new RegExp(LINE, 'u')

/** Whether a text has no control characters, for what is read without a schema. */
export function isLine(text: string): boolean {
  return line.test(text)
}

export const noControlCharacters = 'must not contain control characters'

const meanings = new Map([
  [LINE, noControlCharacters],
  [LINES, 'must not contain control characters other than tabs and line breaks'],
  [HOST_NAME, 'must be a host name, for example siem.example.org'],
])

/** What a pattern asks for, in words; undefined for one that is not from here. */
export function meaningOfPattern(pattern: string): string | undefined {
  return meanings.get(pattern)
}
