import type { FieldKind } from './parse-fields.ts'

/** The engine's field types that we use. */
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

/** The mapping of one field. */
export interface FieldMapping {
  type: FieldType
  /** False: a search reads the doc values of every document in its time range. Without doc values, it cannot search. */
  index?: false
  /** False: no sorting or aggregation. */
  doc_values?: false
  /** False: not parsed, whatever its shape. */
  enabled?: false
  /** False: a value of another type rejects the whole document. Otherwise it only leaves the field unsearchable. */
  ignore_malformed?: false
  ignore_above?: number
  format?: string
  /** Another field that gets the same values. */
  copy_to?: string
  /** Further mappings of the same value, each with its own name. */
  fields?: Record<string, FieldMapping>
  /** False: length and frequency do not affect scoring. */
  norms?: false
  index_options?: 'docs'
}

/**
 * Lucene rejects a whole document for a term of more than 32,766 bytes. A character takes at most four, so a value of
 * up to 8,191 is always safe; a longer one (a very long URL) is kept in `_source` but not found by its value.
 */
const IGNORE_ABOVE = 8_191

export const keyword: FieldMapping = { type: 'keyword', ignore_above: IGNORE_ABOVE }

/** Base64, certificates, printed payloads: not searched by value, and most of an event's bytes. */
export const blob: FieldMapping = { type: 'keyword', index: false, doc_values: false }

/** Stored without parsing: free content with names chosen by a stranger on the network must not cause a rejection. */
export const unparsed: FieldMapping = { type: 'object', enabled: false }

/** An object of free content with names and values from our own side; any path below it can be searched. */
export const flat: FieldMapping = { type: 'flat_object' }

/**
 * Everything that a search may contain, and every time that matches no pattern below. Its optional parts make it slow.
 */
const ANY_TIME = 'strict_date_optional_time||epoch_millis'
/** The format that we write. It is always first, because buckets and `fields` are printed with the first pattern. */
const OUR_TIME = "uuuu-MM-dd'T'HH:mm:ss.SSSXXX"

/**
 * Milliseconds, although EVE has microseconds: sort values of `date_nanos` exceed the safe integers of JSON, so paging
 * by them would lose rows. `_source` keeps every digit.
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

/** Searched by words, in any order; not used for ranking. */
export const words: FieldMapping = { type: 'text', norms: false, index_options: 'docs' }

/** We write these fields and rely on them: a wrong value is a bug of ours and must reject the document. */
export const strict = (mapping: FieldMapping): FieldMapping => ({ ...mapping, ignore_malformed: false })

export const ip: FieldMapping = { type: 'ip' }
export const long: FieldMapping = { type: 'long' }
export const integer: FieldMapping = { type: 'integer' }

/** The default mapping of each kind of value. A keyword accepts every scalar. */
export const mappingOfKind: Record<FieldKind, FieldMapping> = {
  s: keyword,
  i: long,
  n: { type: 'double' },
  b: { type: 'boolean' },
  o: unparsed,
  any: keyword,
}
