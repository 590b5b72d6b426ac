import { UNSAFE_NAMES } from './json/scan.ts'
import { LIMITS } from './limits.ts'

/** What a caller may do with a field, and its type in the engine. */
export interface FieldTraits {
  type: string
  searchable: boolean
  sortable: boolean
  aggregatable: boolean
  /** No document has more than one value. The writer of the documents guarantees it. */
  isSingle?: boolean
  /** The field has a column but no index: a filter reads its value in every document in the time range. */
  isColumn?: boolean
  /** The value equals the document id, so values can be looked up as ids. */
  isId?: boolean
  /** Another field always has the same value, and only that one is indexed: searches use it instead. */
  sameAs?: string
  /** `sameAs` applies to some of the searched indexes only; in the others the field has its own values. */
  isDivided?: boolean
}

/**
 * The fields of the searched indexes by full name. Keep one map per set of indexes, because derived data is cached by
 * map.
 */
export type FieldCatalog = ReadonlyMap<string, FieldTraits>

/** A field in a body. A field that is not in the catalogue matches nothing, as in the engine. */
export interface FieldReference {
  /** The engine's name. */
  name: string
  /** The name in the body, used in messages and in the answer. */
  asked: string
  traits: FieldTraits | undefined
}

interface CatalogFacts {
  /** Fields whose inner keys the engine indexes without a mapping. */
  flatObjects: string[]
  /** How many fields are below each object, because `exists` on an object checks each of them. */
  objectSizes: Map<string, number>
}

const NAME = /^[A-Za-z0-9_@-]+(?:\.[A-Za-z0-9_@-]+)*$/

/**
 * A flat object itself has no values to sort or count. Its keys have, but the engine fails on them: 500 to
 * `search_after`, 400 to an aggregation that is merged from several shards.
 */
const NOT_ORDERED = { sortable: false, aggregatable: false }

const factsOf = new WeakMap<FieldCatalog, CatalogFacts>()

/**
 * Whether a name may be sent to the engine: plain segments joined by dots, no pattern, no special name of JavaScript.
 */
export function isFieldName(name: string): boolean {
  if (name.length > LIMITS.keyLength || !NAME.test(name) || UNSAFE_NAMES.has(name)) return false
  return name.split('.').length <= LIMITS.fieldSegments
}

/** Looks up a name, also as a key inside a flat object. */
export function resolveField(fields: FieldCatalog, name: string): FieldReference {
  const traits = fields.get(name)
  if (traits?.sameAs !== undefined) {
    return { name: traits.sameAs, asked: name, traits: fields.get(traits.sameAs) ?? traits }
  }
  if (traits)
    return { name, asked: name, traits: traits.type === 'flat_object' ? { ...traits, ...NOT_ORDERED } : traits }
  const root = facts(fields).flatObjects.find((each) => name.startsWith(`${each}.`))
  const around = root === undefined ? undefined : fields.get(root)
  return { name, asked: name, traits: around && { ...around, ...NOT_ORDERED } }
}

/** Whether no document has more than one value of a field; the main time field always has one. */
export function isSingleValued(fields: FieldCatalog, name: string, timeField: string): boolean {
  return name === timeField || fields.get(name)?.isSingle === true
}

/** The number of fields that `exists` on this name checks: one, or all fields below an object. */
export function fieldsUnder(fields: FieldCatalog, name: string): number {
  return facts(fields).objectSizes.get(name) ?? 1
}

function facts(fields: FieldCatalog): CatalogFacts {
  const known = factsOf.get(fields)
  if (known) return known
  const found: CatalogFacts = { flatObjects: [], objectSizes: new Map() }
  for (const [name, { type }] of fields) {
    if (type === 'flat_object') found.flatObjects.push(name)
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      const object = name.slice(0, dot)
      found.objectSizes.set(object, (found.objectSizes.get(object) ?? 0) + 1)
    }
  }
  factsOf.set(fields, found)
  return found
}
