import type { BodyFormat } from './body.ts'

/** The stored document as it is, one line of JSON. */
export const jsonBody: BodyFormat = {
  write: ({ json }) => json,
  trim: ({ json }, maxBytes) => trimDocument(json, maxBytes),
}

/**
 * A document cut to a number of bytes, still JSON: its top-level members in their order, those left out that do not
 * fit. The envelope comes first in every document, so that what identifies the event stays.
 */
function trimDocument(json: string, maxBytes: number): string {
  const kept: string[] = []
  let left = maxBytes - 2
  for (const member of membersOf(json)) {
    const bytes = Buffer.byteLength(member) + (kept.length > 0 ? 1 : 0)
    if (bytes > left) continue
    kept.push(member)
    left -= bytes
  }
  return `{${kept.join(',')}}`
}

/** The members of a JSON object as they are written, `"name":value` each. */
function membersOf(json: string): string[] {
  const members: string[] = []
  const end = json.lastIndexOf('}')
  let depth = 0
  let from = json.indexOf('{') + 1
  for (let at = from; at < end; at++) {
    const letter = json[at]
    if (letter === '"') at = endOfString(json, at)
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    else if (letter === ',' && depth === 0) {
      members.push(json.slice(from, at).trim())
      from = at + 1
    }
  }
  const last = json.slice(from, end).trim()
  return last === '' ? members : [...members, last]
}

function endOfString(json: string, open: number): number {
  let at = open + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
