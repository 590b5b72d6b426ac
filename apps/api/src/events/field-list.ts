import type { SearchField, SearchFields } from '@watchpost/contract'
import type { Family } from '@watchpost/model'
import type { FieldCatalog } from '@watchpost/query-guard'

/** A field that means different things in different indexes cannot be used across them, only in one at a time. */
const DIVIDED = { filter: false, indexed: false, sort: false, aggregate: false }

/** The fields of several indexes, sorted by name. A field is the same in every index that has it. */
export function listFieldsOf(families: readonly Family[], catalogOf: (family: Family) => FieldCatalog): SearchFields {
  const found = new Map<string, { listed: SearchField; sameAs: string | undefined }>()
  for (const family of families) {
    for (const [name, { type, searchable, sortable, aggregatable, isColumn, sameAs }] of catalogOf(family)) {
      const known = found.get(name)
      if (known) {
        known.listed.indexes.push(family)
        if (known.sameAs !== sameAs) Object.assign(known.listed, DIVIDED)
      } else {
        const listed = {
          name,
          type,
          filter: searchable,
          indexed: searchable && !isColumn,
          sort: sortable,
          aggregate: aggregatable,
          has_keys: type === 'flat_object',
          indexes: [family],
        }
        found.set(name, { listed, sameAs })
      }
    }
  }
  const fields = [...found.values()].map(({ listed }) => listed)
  return { fields: fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}
