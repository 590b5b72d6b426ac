import type { BodyFormat } from './body.ts'

/** The stored document unchanged, as one line of JSON. */
export const jsonBody: BodyFormat = {
  write: ({ json }) => json,
  trim: ({ json }, maxBytes) => trimDocument(json, maxBytes),
}

/**
 * Cuts a document to a number of bytes, as valid JSON: keeps its top-level members in order and drops those that do not
 * fit. The envelope comes first in every document, so the members that identify the event are kept.
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

/** The members of a JSON object as written, each `"name":value`. */
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
