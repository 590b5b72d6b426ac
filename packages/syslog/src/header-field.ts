const notPrintable = /[^\x21-\x7e]/g

/** A header field of RFC 5424: printable ASCII without spaces, of bounded length, and `-` if empty. */
export function headerField(text: string, maxLength: number): string {
  const clean = text.slice(0, maxLength)
  return clean === '' ? '-' : clean.replace(notPrintable, '_')
}

const special = /["\\\]]/g
const notAscii = /[^\x20-\x7e]/g

/** A value of structured data, in ASCII: special characters of RFC 5424 are escaped, and line breaks cannot occur. */
export function parameterValue(text: string): string {
  return text.replace(notAscii, '_').replace(special, '\\$&')
}
