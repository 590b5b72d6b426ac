import type { FieldReference } from '../../field-catalog.ts'
import type { JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import type { Reading } from '../../reading.ts'
import { readInteger, readOptional } from '../../shape.ts'
import type { Built } from '../query-tree.ts'

/** The options of fuzzy matching; they belong together. */
export const FUZZY_OPTIONS: readonly string[] = ['fuzziness', 'prefix_length', 'max_expansions']

/** Types whose terms are words that can be matched fuzzily. */
const WORD_TYPES: ReadonlySet<string> = new Set(['keyword', 'text', 'match_only_text', 'flat_object'])

/**
 * Reads `fuzziness` and its related options. A prefix must match exactly, two characters by default: without it the
 * engine scans every term of the field.
 */
export function readFuzziness(
  reading: Reading,
  path: Path | undefined,
  object: JsonObject,
  fields: readonly FieldReference[],
): Built | undefined {
  const { fuzziness, prefix_length: prefix } = object
  if (fuzziness === undefined) {
    for (const key of ['prefix_length', 'max_expansions']) {
      if (object[key] !== undefined) reading.refuse('malformed', at(path, key), `${key} belongs to fuzziness; add it.`)
    }
    return undefined
  }
  if (fuzziness !== 'AUTO' && fuzziness !== 'auto') {
    return reading.refuse('not-allowed', at(path, 'fuzziness'), 'Only the fuzziness "AUTO" is allowed; write that.')
  }
  const other = fields.find(({ traits }) => traits && !WORD_TYPES.has(traits.type))
  if (other) {
    const detail = `${other.asked} holds no words that could be near each other; leave the fuzziness out.`
    return reading.refuse('malformed', at(path, 'fuzziness'), detail)
  }
  if (typeof prefix === 'number' && prefix < LIMITS.fuzzyPrefix) {
    const detail = `At least ${LIMITS.fuzzyPrefix} characters have to be right; write "prefix_length": ${LIMITS.fuzzyPrefix} or more.`
    const excess = { estimate: prefix, budget: LIMITS.fuzzyPrefix }
    return reading.refuse('too-expensive', at(path, 'prefix_length'), detail, excess)
  }
  const range = { min: LIMITS.fuzzyPrefix, max: LIMITS.patternLength }
  const prefixLength = readOptional(object, path, 'prefix_length', (...place) => readInteger(reading, ...place, range))
  const expansions = readOptional(object, path, 'max_expansions', (...place) =>
    readInteger(reading, ...place, { min: 1, max: LIMITS.fuzzyExpansions }),
  )
  return {
    fuzziness: 'AUTO',
    prefix_length: prefixLength ?? LIMITS.fuzzyPrefix,
    max_expansions: expansions ?? LIMITS.fuzzyExpansions,
  }
}
