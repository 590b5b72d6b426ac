import type { Family } from '@watchpost/model'
import { fieldsOf } from './family-fields.ts'
import type { FieldMapping, FieldType } from './field-mapping.ts'
import { isColumnOnly } from './indexed-fields.ts'
import { sameTimesOf, TIME_FIELD } from './same-times.ts'

/** What a search may do with a field. */
export interface CatalogField {
  type: FieldType
  searchable: boolean
  sortable: boolean
  aggregatable: boolean
  /** It has no index: a filter on it reads the doc values of each document. */
  isColumn?: true
  /** Its value is the id of the document. */
  isId?: true
  /** It is not mapped: a search on it uses this field instead. */
  sameAs?: string
  /** `sameAs` holds in only some of several families. */
  isDivided?: true
}

/** The field that repeats the id of its document. */
const ID_FIELD = 'uuid'

/**
 * All mapped fields of a family, by full name, with the supported operations. Objects that only hold further fields are
 * not listed, nor are the names inside a `flat_object`: those are unlimited, and each can be searched like a keyword.
 */
export function fieldCatalog(family: Family): ReadonlyMap<string, CatalogField> {
  const fields = new Map([...fieldsOf(family)].map(([path, mapping]) => [path, abilities(path, mapping)]))
  const time = fields.get(TIME_FIELD)
  if (!time) throw new Error(`${family} has no ${TIME_FIELD}`)
  for (const name of sameTimesOf(family)) fields.set(name, { ...time, sameAs: TIME_FIELD })
  return fields
}

function abilities(path: string, mapping: FieldMapping): CatalogField {
  const { type, index, doc_values, enabled } = mapping
  const hasColumns = doc_values !== false && enabled !== false && type !== 'flat_object'
  return {
    type,
    searchable: (index !== false && enabled !== false) || hasColumns,
    sortable: hasColumns,
    aggregatable: hasColumns,
    ...(isColumnOnly(mapping) && { isColumn: true }),
    ...(path === ID_FIELD && { isId: true }),
  }
}
