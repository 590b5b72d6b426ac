/** A value of a sampled document. */
export type SampledValue = string | number | boolean

/** The values of one document by the full name of their field. */
export type SampledDocument = ReadonlyMap<string, readonly SampledValue[]>

/** A longer text adds nothing to the estimate of how often it occurs. */
export const MAX_TEXT = 80
/** A document with more fields or values is truncated to bound the size of the sample. */
const MAX_VALUES = 500
const MAX_DEPTH = 20

/** Flattens a stored document. Objects in lists count as one object with several values, as in the engine. */
export function flattenDocument(source: unknown): SampledDocument {
  const values = new Map<string, SampledValue[]>()
  let left = MAX_VALUES

  function add(name: string, value: unknown, depth: number): void {
    if (value === null || value === undefined || left <= 0 || depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const each of value) add(name, each, depth + 1)
    } else if (typeof value === 'object') {
      for (const [key, each] of Object.entries(value)) add(name === '' ? key : `${name}.${key}`, each, depth + 1)
    } else if (name !== '') {
      left -= 1
      const list = values.get(name)
      const scalar = scalarOf(value)
      if (list) list.push(scalar)
      else values.set(name, [scalar])
    }
  }
  add('', source, 0)
  return values
}

function scalarOf(value: unknown): SampledValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = String(value)
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
}
