import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { isFieldName } from '../field-catalog.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, readObject } from '../shape.ts'
import type { SourceFilter } from './body-tree.ts'

const SOURCE = { title: 'a _source filter', keys: ['includes', 'excludes'], engineKeys: ['include', 'exclude'] }

/** Reads `_source`: a boolean, names, or names to include and to exclude. */
export function readSourceFilter(reading: Reading, path: Path, value: Json): SourceFilter | undefined {
  if (typeof value === 'boolean') return value
  const filter = isObject(value) ? readBoth(reading, path, value) : only(readPatterns(reading, path, value))
  if (!filter) return undefined
  const count = filter.includes.length + filter.excludes.length
  if (count > LIMITS.sourcePatterns) return refuseCount(reading, path, count)
  const both = filter.includes.find((each) => filter.excludes.includes(each))
  if (both === undefined) return filter
  return reading.refuse('malformed', path, `${quote(both)} is both included and excluded; write it in one list only.`)
}

function only(includes: string[] | undefined) {
  return includes && { includes, excludes: [] }
}

function readBoth(reading: Reading, path: Path, value: Json) {
  const object = readObject(reading, path, value, SOURCE)
  const includes = object && readPatterns(reading, at(path, 'includes'), object.includes ?? [])
  const excludes = object && readPatterns(reading, at(path, 'excludes'), object.excludes ?? [])
  return includes && excludes && { includes, excludes }
}

function readPatterns(reading: Reading, path: Path, value: Json): string[] | undefined {
  if (typeof value === 'string') return readPattern(reading, path, value) ? [value] : undefined
  if (!Array.isArray(value)) {
    return reading.refuse('malformed', path, 'Write true, false, a field name or a list of field names.')
  }
  if (value.length > LIMITS.sourcePatterns) return refuseCount(reading, path, value.length)
  const patterns = value.filter((each, index): each is string => readPattern(reading, at(path, index), each))
  return patterns.length === value.length ? patterns : undefined
}

function refuseCount(reading: Reading, path: Path, count: number): undefined {
  return reading.exceed(path, `There are ${count} names in _source`, count, LIMITS.sourcePatterns)
}

/** A field name, or a prefix followed by `*`. */
function readPattern(reading: Reading, path: Path, value: Json): value is string {
  const stem = typeof value === 'string' ? value.replace(/\.?\*$/, '') : undefined
  if (stem !== undefined && (isFieldName(stem) || value === '*')) return true
  reading.refuse('malformed', path, 'Write a field name, or the start of one with "*" at its end.')
  return false
}
