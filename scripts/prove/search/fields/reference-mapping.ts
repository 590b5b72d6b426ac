import type { CatalogField } from '@watchpost/engine'

/** The format of every time before the appliance's mapping had its own patterns. */
const ANY_TIME = 'strict_date_optional_time||epoch_millis'
const LONGEST_TERM = 8_191

type Mapped = { properties: Record<string, Mapped> } | Record<string, unknown>

/**
 * The reference index: the fields of the catalogue by type alone, each under its own name, with an inverted index or
 * points and with doc values. It shares no code with the appliance's mapping.
 */
export function referenceBody(catalog: ReadonlyMap<string, CatalogField>): object {
  const properties: Record<string, Mapped> = {}
  for (const [path, field] of catalog) {
    const parents = path.split('.')
    const name = parents.pop() ?? path
    let at = properties
    for (const parent of parents) {
      const object = (at[parent] ??= { properties: {} }) as { properties: Record<string, Mapped> }
      at = object.properties
    }
    at[name] = mappingOf(field)
  }
  const index = {
    number_of_shards: 1,
    number_of_replicas: 0,
    refresh_interval: '-1',
    mapping: { total_fields: { limit: 1_500 }, ignore_malformed: true },
  }
  return { settings: { index }, mappings: { dynamic: false, properties } }
}

function mappingOf({ type, searchable, sortable }: CatalogField): Record<string, unknown> {
  if (type === 'date') return { type, format: ANY_TIME }
  if (type === 'object') return { type, enabled: false }
  if (type !== 'keyword') return { type }
  // Certificates and payloads are only in the stored document, as before.
  return searchable || sortable ? { type, ignore_above: LONGEST_TERM } : { type, index: false, doc_values: false }
}
