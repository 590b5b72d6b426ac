import type { SearchField, SearchFields } from '@watchpost/contract'
import type { Family } from '@watchpost/model'
import type { FieldCatalog } from '@watchpost/query-guard'

/** The fields of several indexes as a list, by name. A field is the same in every index that has it. */
export function listFieldsOf(families: readonly Family[], catalogOf: (family: Family) => FieldCatalog): SearchFields {
  const found = new Map<string, SearchField>()
  for (const family of families) {
    for (const [name, { type, searchable, sortable, aggregatable }] of catalogOf(family)) {
      const known = found.get(name)
      if (known) known.indexes.push(family)
      else
        found.set(name, {
          name,
          type,
          filter: searchable,
          sort: sortable,
          aggregate: aggregatable,
          has_keys: type === 'flat_object',
          indexes: [family],
        })
    }
  }
  return { fields: [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}
