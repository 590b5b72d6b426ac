import { type StoredDocument, wordAt } from './document.ts'

/** Captured bytes and the field that holds them. */
export interface Payload {
  name: string
  bytes: Uint8Array
}

const encodedNames = ['payload', 'packet', 'http.http_request_body', 'http.http_response_body']
const printableNames = ['payload_printable', 'http.http_request_body_printable', 'http.http_response_body_printable']

/** All payloads of a document: the bytes if present, otherwise their printable form. */
export function payloadsOf(document: StoredDocument): Payload[] {
  const encoded = encodedNames.flatMap((name) => {
    const bytes = bytesOf(wordAt(document, name))
    return bytes ? [{ name, bytes }] : []
  })
  if (encoded.some(({ name }) => name === 'payload')) return encoded
  const printed = printableNames.flatMap((name) => {
    const text = wordAt(document, name)
    return text ? [{ name, bytes: new TextEncoder().encode(text) }] : []
  })
  return [...printed, ...encoded]
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  if (!text) return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Bytes as text, with a dot for each unprintable one. */
export function printable(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    if (byte === 10) return '\n'
    if (byte === 9) return '\t'
    return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte === 13 ? '' : '·'
  }).join('')
}

const rowLength = 16
export const mostDumped = 16_384

/** Bytes in the format of hexdump -C: offset, sixteen bytes, and their text. */
export function hexDump(bytes: Uint8Array): string {
  const rows: string[] = []
  for (let start = 0; start < Math.min(bytes.length, mostDumped); start += rowLength) {
    const row = bytes.subarray(start, start + rowLength)
    const hex = Array.from({ length: rowLength }, (_, index) => {
      const byte = row[index]
      return (byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')) + (index === 7 ? ' ' : '')
    }).join(' ')
    const text = Array.from(row, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
    rows.push(`${start.toString(16).padStart(8, '0')}  ${hex}  ${text}`)
  }
  return rows.join('\n')
}
