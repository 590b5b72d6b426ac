import type { Family } from '@watchpost/model'
import { type CatalogField, fieldCatalog } from './field-catalog.ts'

/**
 * The fields of several families together. A field has the same type and operations in every family that has it. A
 * field that means `@timestamp` in only some families is marked as divided.
 */
export function joinedCatalog(families: readonly Family[]): ReadonlyMap<string, CatalogField> {
  const joined = new Map<string, CatalogField>()
  for (const family of families) {
    for (const [name, field] of fieldCatalog(family)) {
      const known = joined.get(name)
      const isDivided = known?.isDivided || (known && known.sameAs !== field.sameAs)
      joined.set(name, isDivided ? { ...known, ...field, isDivided: true } : field)
    }
  }
  return joined
}
