import type { StoredFamily } from '@watchpost/model'
import type { EngineConfig } from '../connect/engine-config.ts'
import { mergeSettings } from '../merge/merge-settings.ts'
import { type Fields, fieldsOf } from './family-fields.ts'
import type { FieldMapping } from './field-mapping.ts'

/** A field, or an object with further fields. */
export type Property = FieldMapping | { properties: Properties }
export interface Properties {
  [name: string]: Property
}

/** The engine settings that affect the creation of an index. */
export type IndexOptions = Pick<EngineConfig, 'shards' | 'replicas' | 'refreshSeconds' | 'codec' | 'mergeThreads'>

const MOST_HITS = 10_000
/** A page of the listing; one more row shows whether there is a next page. */
const MOST_LISTED = 10_000

/**
 * Every event is looked up by its id in every segment before it is stored. A Bloom filter per segment answers most of
 * these lookups for 1 or 2 bytes per event (ADR 0027).
 */
const ID_FILTER = { fuzzy_set: { enabled: true, false_positive_probability: 0.01 } } as const

/** Settings and mappings of a new index of a family: the body of `PUT /<index>`. */
export function buildIndexBody(family: StoredFamily, options: IndexOptions) {
  return {
    settings: {
      index: {
        number_of_shards: options.shards,
        number_of_replicas: options.replicas,
        codec: options.codec,
        // Explicit: with the engine's default, an index that is not searched for 30 s stops being refreshed.
        refresh_interval: `${options.refreshSeconds}s`,
        ...mergeSettings(options),
        // A bulk request is answered once its operations are on disk, not only in memory.
        translog: { durability: 'request' },
        optimize_doc_id_lookup: ID_FILTER,
        mapping: {
          // Suricata's EVE alone has about a thousand names, including objects.
          total_fields: { limit: 1_500 },
          // One malformed value leaves that field unsearchable (and listed in `_ignored`) instead of losing the event.
          ignore_malformed: true,
        },
        // Limits of a single search, behind the guard in front of the engine.
        max_result_window: family === 'alerts' ? MOST_LISTED + 1 : MOST_HITS,
        max_regex_length: 100,
        max_terms_count: 2_048,
      },
    },
    // Unmapped names are kept in `_source` and cannot grow the mapping.
    mappings: { dynamic: false, properties: nest(fieldsOf(family)) },
  } as const
}

/** Dotted paths → the nested objects of a mapping. */
export function nest(fields: Fields): Properties {
  const root: Properties = {}
  for (const [path, mapping] of fields) {
    const parents = path.split('.')
    const name = parents.pop() ?? path
    let at = root
    for (const parent of parents) {
      const object = (at[parent] ??= { properties: {} })
      at = (object as { properties: Properties }).properties
    }
    at[name] = mapping
  }
  return root
}
