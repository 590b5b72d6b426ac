import type { CatalogField } from '@watchpost/engine'

/** Generated event times are within this many days before `now`. */
const DAYS = 20
const DAY_MS = 86_400_000
/** Distinct values of a field. */
const DISTINCT = 9
/** Close to the largest integer that JSON numbers represent exactly. */
const LARGE = 2 ** 52

/** The n-th value of a field in the sensor's format. */
export function valueOf(path: string, { type }: CatalogField, n: number, now: number): unknown {
  const place = (n * 7 + path.length) % DISTINCT
  switch (type) {
    case 'ip':
      return place % 3 === 0 ? `2001:db8::${place}` : `192.0.2.${place + 1}`
    case 'long':
    case 'integer':
      return place * 1_000 + path.length
    case 'unsigned_long':
      return LARGE + place
    case 'double':
      return place / 4
    case 'boolean':
      return place % 2 === 0
    case 'date':
      return writtenTime(path, instantOf(place, now))
    case 'flat_object':
      return { first: `value-${place}`, second: { third: place } }
    case 'object':
      return { [`name-${place}`]: place }
    default:
      return `${path.split('.').at(-1)}-${place}`
  }
}

/** A filter that matches a field's value as written in a document. */
export function filterFor(path: string, { type }: CatalogField, value: unknown): object {
  if (type === 'flat_object') {
    const [name, inner] = Object.entries(value as object).find(([, each]) => typeof each !== 'object') ?? []
    return { term: { [`${path}.${name}`]: inner } }
  }
  if (type !== 'date') return { term: { [path]: value } }
  const at = readTime(String(value))
  return { range: { [path]: { gte: at, lte: at } } }
}

/** A range that contains all generated times. */
export function wholeRange(now: number): { gte: string; lte: string } {
  return { gte: new Date(now - DAYS * DAY_MS).toISOString(), lte: new Date(now + DAY_MS).toISOString() }
}

function instantOf(place: number, now: number): number {
  const second = Math.floor(now / 1_000) * 1_000
  return second - place * 2 * DAY_MS - place * 1_000
}

/** Certificate times have no zone; all other sensor times have microseconds. */
function writtenTime(path: string, at: number): string {
  const iso = new Date(at).toISOString()
  return /\.not(before|after)$/.test(path) ? iso.slice(0, 19) : `${iso.slice(0, 23)}000+0000`
}

/** Truncated to milliseconds, as the engine stores them; a time without a zone is UTC. */
function readTime(text: string): string {
  const [, local = '', fraction = '.000'] = /^([^.Z]{19})(\.\d{3})?/.exec(text) ?? []
  return `${local}${fraction}Z`
}
