import { UNSAFE_NAMES } from './json/scan.ts'
import { LIMITS } from './limits.ts'

/** What a caller may do with one field, and the type the engine has it under. */
export interface FieldTraits {
  type: string
  searchable: boolean
  sortable: boolean
  aggregatable: boolean
  /** No document has more than one value: the writer of the documents vouches for it. */
  isSingle?: boolean
  /** It has a column and no index: a filter reads its value in every document that the times let through. */
  isColumn?: boolean
  /** Its value is the id of the document, so that values can be looked up as ids. */
  isId?: boolean
  /** Another field always has the same value, and only that one is in the indexes: searches ask for it instead. */
  sameAs?: string
  /** `sameAs` holds for some of the searched indexes only; in the others the field has values of its own. */
  isDivided?: boolean
}

/** The fields of the searched indexes by full name. Keep one map per set of indexes: facts about it are remembered. */
export type FieldCatalog = ReadonlyMap<string, FieldTraits>

/** A field as a body names it. One that the catalogue lacks matches nothing, as in the engine. */
export interface FieldReference {
  /** What the engine is asked for. */
  name: string
  /** What the body asks for: the name for messages, and for the answer. */
  asked: string
  traits: FieldTraits | undefined
}

interface CatalogFacts {
  /** Fields whose inner keys the engine indexes without a mapping. */
  flatObjects: string[]
  /** How many fields lie under each object, since `exists` on an object asks for each of them. */
  objectSizes: Map<string, number>
}

const NAME = /^[A-Za-z0-9_@-]+(?:\.[A-Za-z0-9_@-]+)*$/

/**
 * A flat object has no values of its own to sort or to count. Its keys have, but the engine fails over them: 500 to
 * `search_after`, 400 to an aggregation that is joined from several shards.
 */
const NOT_ORDERED = { sortable: false, aggregatable: false }

const factsOf = new WeakMap<FieldCatalog, CatalogFacts>()

/** Whether a name may reach the engine at all: plain segments joined by dots, no pattern, no name of JavaScript's. */
export function isFieldName(name: string): boolean {
  if (name.length > LIMITS.keyLength || !NAME.test(name) || UNSAFE_NAMES.has(name)) return false
  return name.split('.').length <= LIMITS.fieldSegments
}

/** Looks a name up, also as a key inside a flat object. */
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

/** Whether no document has more than one value of a field; the time of a document is always one. */
export function isSingleValued(fields: FieldCatalog, name: string, timeField: string): boolean {
  return name === timeField || fields.get(name)?.isSingle === true
}

/** The number of fields that `exists` on this name asks for: one, or all of those under an object. */
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
