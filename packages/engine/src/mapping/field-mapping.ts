import type { FieldKind } from './parse-fields.ts'

/** The types of the engine that we use. */
export type FieldType =
  | 'keyword'
  | 'ip'
  | 'date'
  | 'long'
  | 'unsigned_long'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'flat_object'
  | 'object'
  | 'text'

/** How the engine treats one field, as a mapping says it. */
export interface FieldMapping {
  type: FieldType
  /** False: a search reads the column (`doc_values`) of every document in its time range. Without one, it cannot search. */
  index?: false
  /** False: cannot be sorted by or aggregated. */
  doc_values?: false
  /** False: not looked at, whatever its shape. */
  enabled?: false
  /** False: a value of another type refuses the whole document. Everywhere else it only leaves the field unsearchable. */
  ignore_malformed?: false
  ignore_above?: number
  format?: string
  /** Another field that takes the same values. */
  copy_to?: string
  /** The same value, mapped in another way as well, under a name of its own. */
  fields?: Record<string, FieldMapping>
  /** False: length and frequency do not matter. */
  norms?: false
  index_options?: 'docs'
}

/**
 * Lucene refuses a whole document for a term of more than 32,766 bytes. A character takes at most four, so that a value
 * of up to 8,191 is always safe; a longer one (a very long URL) is kept in `_source` but not found by its value.
 */
const IGNORE_ABOVE = 8_191

export const keyword: FieldMapping = { type: 'keyword', ignore_above: IGNORE_ABOVE }

/** Base64, certificates, printed payloads: no one looks them up by value, and they are most of an event's bytes. */
export const blob: FieldMapping = { type: 'keyword', index: false, doc_values: false }

/** Kept as it comes: free content whose names a stranger on the network may choose must not be able to refuse it. */
export const unparsed: FieldMapping = { type: 'object', enabled: false }

/** An object of free content whose names and values come from our own side; any path below it can be searched. */
export const flat: FieldMapping = { type: 'flat_object' }

/** Everything that a search may write, and every time that matches no pattern below. Its optional parts make it slow. */
const ANY_TIME = 'strict_date_optional_time||epoch_millis'
/** As we write times. It is first everywhere, since buckets and `fields` are printed with the first pattern. */
const OUR_TIME = "uuuu-MM-dd'T'HH:mm:ss.SSSXXX"

/**
 * Milliseconds, though EVE has microseconds: sort values of `date_nanos` are beyond what a number in JSON holds exactly,
 * so that paging by them would lose rows. `_source` keeps every digit.
 *
 * A pattern without optional parts is parsed in a fifth of the time. Parsing times was 18% of what an event cost the
 * engine.
 */
export const date: FieldMapping = { type: 'date', format: `${OUR_TIME}||${ANY_TIME}` }

/** As Suricata writes the times of flows: 2026-11-14T09:00:00.123456+0000. */
export const eveDate: FieldMapping = {
  type: 'date',
  format: `${OUR_TIME}||uuuu-MM-dd'T'HH:mm:ss.SSSSSSxx||${ANY_TIME}`,
}

/** As Suricata writes the validity of certificates: 2026-11-14T09:00:00, without a zone. */
export const localDate: FieldMapping = { type: 'date', format: `${OUR_TIME}||uuuu-MM-dd'T'HH:mm:ss||${ANY_TIME}` }

/** Searched by words, in any order; no one ranks by them. */
export const words: FieldMapping = { type: 'text', norms: false, index_options: 'docs' }

/** We write these ourselves and rely on them: a wrong one is a fault of ours and must refuse the document. */
export const strict = (mapping: FieldMapping): FieldMapping => ({ ...mapping, ignore_malformed: false })

export const ip: FieldMapping = { type: 'ip' }
export const long: FieldMapping = { type: 'long' }
export const integer: FieldMapping = { type: 'integer' }

/** What a kind of value becomes where no exception says otherwise. A keyword takes every scalar. */
export const mappingOfKind: Record<FieldKind, FieldMapping> = {
  s: keyword,
  i: long,
  n: { type: 'double' },
  b: { type: 'boolean' },
  o: unparsed,
  any: keyword,
}
