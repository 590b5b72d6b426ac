import { readField } from '../field.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { given } from '../query/build-query.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import {
  isObject,
  readBoolean,
  readChoice,
  readInteger,
  readList,
  readObject,
  readOptional,
  readText,
} from '../shape.ts'
import { words } from '../words.ts'

const OPTIONS = ['type', 'fragment_size', 'number_of_fragments', 'pre_tags', 'post_tags', 'require_field_match']
const engineKeys =
  words(`boundary_chars boundary_max_scan boundary_scanner boundary_scanner_locale force_source fragmenter
  fragment_offset highlight_filter highlight_query matched_fields max_analyzer_offset no_match_size options order
  phrase_limit tags_schema use_explicit_order`)
const HIGHLIGHT = { title: 'a highlight', keys: ['fields', 'encoder', ...OPTIONS], engineKeys }
const FIELD = { title: 'a highlighted field', keys: OPTIONS, engineKeys }
const TYPES: ReadonlySet<string> = new Set(['keyword', 'text', 'match_only_text', 'wildcard'])
const TAG_LENGTH = 64

/** Reads `highlight`: marks the matches of the query in a few fields. */
export function readHighlight(reading: Reading, path: Path, value: Json): Built | undefined {
  const object = readObject(reading, path, value, HIGHLIGHT)
  if (!object) return undefined
  const here = at(path, 'fields')
  const entries = namedFields(object.fields)
  if (!entries || entries.length === 0) {
    return reading.refuse('malformed', here, 'Write the fields as an object of names, such as {"http.url": {}}.')
  }
  if (entries.length > LIMITS.highlightFields) {
    return reading.exceed(here, `There are ${entries.length} fields`, entries.length, LIMITS.highlightFields)
  }
  const fields = entries.map(([name, options]) => readOne(reading, at(here, name), name, options))
  const encoder = readOptional(object, path, 'encoder', (...place) =>
    readChoice(reading, ...place, ['default', 'html']),
  )
  const shared = readOptions(reading, path, object)
  return fields.every((each) => each !== undefined) ? given({ fields, encoder, ...shared }) : undefined
}

/** Fields by name as one object, or as a list of objects with one name each. */
function namedFields(value: Json | undefined): [string, Json][] | undefined {
  if (isObject(value)) return Object.entries(value)
  return Array.isArray(value) && value.every(isObject) ? value.flatMap((each) => Object.entries(each)) : undefined
}

function readOne(reading: Reading, path: Path, name: string, options: Json): Built | undefined {
  const field = readField(reading, path, name, 'searchable')
  const object = readObject(reading, path, options, FIELD)
  if (!field || !object) return undefined
  if (field.traits && !TYPES.has(field.traits.type)) {
    return reading.refuse('malformed', path, `${name} holds no words to highlight; name a keyword field.`)
  }
  // The engine highlights terms of an index; a field with a column only has none.
  if (field.traits?.isColumn) {
    const detail = `${name} has no index, so that the engine cannot highlight it; name a field with one, or read _source.`
    return reading.refuse('not-allowed', path, detail)
  }
  return { [field.name]: readOptions(reading, path, object) }
}

function readOptions(reading: Reading, path: Path, object: JsonObject): Built {
  const integer = (key: string, max: number) =>
    readOptional(object, path, key, (...place) => readInteger(reading, ...place, { min: 0, max }))
  return given({
    type: readOptional(object, path, 'type', (...place) => readChoice(reading, ...place, ['unified'])),
    fragment_size: integer('fragment_size', LIMITS.fragmentSize),
    number_of_fragments: integer('number_of_fragments', LIMITS.fragments),
    pre_tags: readOptional(object, path, 'pre_tags', (...place) => readTags(reading, ...place)),
    post_tags: readOptional(object, path, 'post_tags', (...place) => readTags(reading, ...place)),
    require_field_match: readOptional(object, path, 'require_field_match', (...place) =>
      readBoolean(reading, ...place),
    ),
  })
}

function readTags(reading: Reading, path: Path, value: Json): string[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  const limit = { max: LIMITS.fragments, what: 'tags' }
  return readList(reading, path, list, limit, (here, each) => readText(reading, here, each, TAG_LENGTH))
}
