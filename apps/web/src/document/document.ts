/** A stored document as a probe sent it. Check the type of every value before use. */
export type StoredDocument = Readonly<Record<string, unknown>>

export function documentOf(value: unknown): StoredDocument {
  return isRecord(value) ? value : {}
}

/** The value at a dotted name, in nested objects or under the dotted key itself. */
export function valueAt(document: StoredDocument, name: string): unknown {
  if (name in document) return document[name]
  let value: unknown = document
  for (const key of name.split('.')) {
    if (!isRecord(value)) return undefined
    value = value[key]
  }
  return value
}

/** The value as text if it is a string or a number. */
export function wordAt(document: StoredDocument, name: string): string | undefined {
  const value = valueAt(document, name)
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first === '' ? undefined : first
  return typeof first === 'number' || typeof first === 'boolean' ? String(first) : undefined
}

export interface FlatField {
  name: string
  value: string
  /** Whether the value can be used in a search as it is. */
  isPlain: boolean
}

const mostFields = 2_000

/** All values of a document by full name, sorted. */
export function flatFields(document: StoredDocument): FlatField[] {
  const found: FlatField[] = []
  collect('', document, found)
  return found.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function collect(prefix: string, record: StoredDocument, found: FlatField[]): void {
  for (const [key, value] of Object.entries(record)) {
    if (found.length >= mostFields) return
    const name = prefix ? `${prefix}.${key}` : key
    if (isRecord(value)) collect(name, value, found)
    else if (Array.isArray(value) && !value.some(isRecord)) {
      found.push({ name, value: value.map(String).join(', '), isPlain: value.length === 1 })
    } else if (value !== null && typeof value === 'object') {
      found.push({ name, value: JSON.stringify(value), isPlain: false })
    } else found.push({ name, value: String(value), isPlain: value !== null })
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
