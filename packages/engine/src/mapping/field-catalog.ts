import type { Family } from '@watchpost/model'
import { fieldsOf } from './family-fields.ts'
import type { FieldMapping, FieldType } from './field-mapping.ts'

/** What a search may do with a field. */
export interface CatalogField {
  type: FieldType
  searchable: boolean
  sortable: boolean
  aggregatable: boolean
}

/**
 * Every mapped field of a family, by its full name, and what it can do. Objects that only hold further fields are not
 * listed, nor are the names inside a `flat_object`: those are without number, and each can be searched like a keyword.
 */
export function fieldCatalog(family: Family): ReadonlyMap<string, CatalogField> {
  return new Map([...fieldsOf(family)].map(([path, mapping]) => [path, abilities(mapping)]))
}

function abilities({ type, index, doc_values, enabled }: FieldMapping): CatalogField {
  const hasColumns = doc_values !== false && enabled !== false && type !== 'flat_object'
  return {
    type,
    searchable: index !== false && enabled !== false,
    sortable: hasColumns,
    aggregatable: hasColumns,
  }
}
