const notPrintable = /[^\x21-\x7e]/g

/** A header field of RFC 5424: printable ASCII without a space, of bounded length, and `-` when there is nothing. */
export function headerField(text: string, maxLength: number): string {
  const clean = text.slice(0, maxLength)
  return clean === '' ? '-' : clean.replace(notPrintable, '_')
}

const special = /["\\\]]/g
const notAscii = /[^\x20-\x7e]/g

/** A value of structured data, in ASCII: what RFC 5424 gives a meaning is escaped, and nothing can break a line. */
export function parameterValue(text: string): string {
  return text.replace(notAscii, '_').replace(special, '\\$&')
}
