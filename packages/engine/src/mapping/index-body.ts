import type { StoredFamily } from '@watchpost/model'
import type { EngineConfig } from '../engine-config.ts'
import { mergeSettings } from '../merge/merge-settings.ts'
import { type Fields, fieldsOf } from './family-fields.ts'
import type { FieldMapping } from './field-mapping.ts'

/** A field, or an object of further ones. */
export type Property = FieldMapping | { properties: Properties }
export interface Properties {
  [name: string]: Property
}

/** The part of the engine's settings that decides how an index is made. */
export type IndexOptions = Pick<EngineConfig, 'shards' | 'replicas' | 'refreshSeconds' | 'codec' | 'mergeThreads'>

const MOST_HITS = 10_000
/** A page of the listing, whose next row tells whether there is another page. */
const MOST_LISTED = 10_000

/**
 * Every event is looked up by its id before it is stored, in every segment. A filter of each segment answers most of
 * these lookups for 1 or 2 bytes per event (ADR 0027).
 */
const ID_FILTER = { fuzzy_set: { enabled: true, false_positive_probability: 0.01 } } as const

/** Settings and mappings of a new index of a family: what `PUT /<index>` takes. */
export function buildIndexBody(family: StoredFamily, options: IndexOptions) {
  return {
    settings: {
      index: {
        number_of_shards: options.shards,
        number_of_replicas: options.replicas,
        codec: options.codec,
        // Said outright: with the engine's default an index no one searched for 30 s stops being refreshed.
        refresh_interval: `${options.refreshSeconds}s`,
        ...mergeSettings(options),
        // A bulk request is answered when its operations are on disk, not merely in memory.
        translog: { durability: 'request' },
        optimize_doc_id_lookup: ID_FILTER,
        mapping: {
          // Suricata's EVE alone has about a thousand names, objects counted.
          total_fields: { limit: 1_500 },
          // One odd value leaves that field unsearchable (and listed in `_ignored`) instead of losing the event.
          ignore_malformed: true,
        },
        // Limits on what one search may ask, behind the guard in front of the engine.
        max_result_window: family === 'alerts' ? MOST_LISTED + 1 : MOST_HITS,
        max_regex_length: 100,
        max_terms_count: 2_048,
      },
    },
    // Names that are not mapped are kept in `_source` and cannot blow up the mapping.
    mappings: { dynamic: false, properties: nest(fieldsOf(family)) },
  } as const
}

/** Dotted paths → the nested objects that a mapping is written in. */
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
