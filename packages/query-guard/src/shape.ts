import type { Json, JsonObject } from './json/parse.ts'
import { at, type Path } from './json/pointer.ts'
import type { Reading } from './reading.ts'
import { quote } from './refusal.ts'

/** The allowed keys of an object in the grammar, and those that only the engine accepts. */
export interface Shape {
  /** Its name in messages: `a range query`. */
  title: string
  keys: readonly string[]
  /** Options that the engine has and we do not allow: rejected as forbidden, not as unknown. */
  engineKeys?: readonly string[]
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an object that has only the keys of its shape. */
export function readObject(
  reading: Reading,
  path: Path | undefined,
  value: Json,
  shape: Shape,
): JsonObject | undefined {
  if (!isObject(value)) {
    return reading.refuse('malformed', path, `Write ${shape.title} as an object with ${listed(shape.keys)}.`)
  }
  let fits = true
  for (const key of Object.keys(value)) {
    if (shape.keys.includes(key)) continue
    fits = false
    if (reading.isFull()) break
    if (shape.engineKeys?.includes(key)) {
      const detail = `${quote(key)} of the engine is not allowed in ${shape.title}; leave it out.`
      reading.refuse('not-allowed', at(path, key), detail)
    } else {
      const detail = `${quote(key)} is not known in ${shape.title}; write ${listed(shape.keys)}.`
      reading.refuse('malformed', at(path, key), detail)
    }
  }
  return fits ? value : undefined
}

/** Reads an object with exactly one key, for example `{"term": {"src_ip": …}}`. */
export function readSingle(
  reading: Reading,
  path: Path | undefined,
  value: Json | undefined,
  title: string,
): { key: string; value: Json; path: Path } | undefined {
  const keys = isObject(value) ? Object.keys(value) : []
  const [key] = keys
  if (!isObject(value) || keys.length !== 1 || key === undefined) {
    return reading.refuse('malformed', path, `Write ${title} as an object with exactly one key.`)
  }
  return { key, value: value[key] as Json, path: at(path, key) }
}

/** Reads one key of an object if it is present. */
export function readOptional<T>(
  object: JsonObject,
  path: Path | undefined,
  key: string,
  read: (path: Path, value: Json) => T,
): T | undefined {
  const value = object[key]
  return value === undefined ? undefined : read(at(path, key), value)
}

/** Reads `true` or `false`. */
export function readBoolean(reading: Reading, path: Path, value: Json): boolean | undefined {
  return typeof value === 'boolean' ? value : reading.refuse('malformed', path, 'Write true or false, without quotes.')
}

/** Reads a number within bounds. */
export function readNumber(
  reading: Reading,
  path: Path,
  value: Json,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (typeof value === 'number' && value >= min && value <= max) return value
  return reading.refuse('malformed', path, `Write a number from ${min} to ${max}, without quotes.`)
}

/** Reads a string of at most `max` characters, without lone surrogates. */
export function readText(reading: Reading, path: Path, value: Json | undefined, max: number): string | undefined {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed()) {
    return reading.refuse('malformed', path, 'Write a string that is not empty.')
  }
  return value.length <= max ? value : reading.exceed(path, `This has ${value.length} characters`, value.length, max)
}

/** Reads a list with at least one and at most `max` items. */
export function readList<T>(
  reading: Reading,
  path: Path,
  value: Json | undefined,
  { max, what, min = 1 }: { max: number; what: string; min?: number },
  read: (path: Path, value: Json) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(value) || value.length < min) {
    return reading.refuse('malformed', path, `Write a list of ${min > 0 ? `at least ${min} ` : ''}${what}.`)
  }
  if (value.length > max) return reading.exceed(path, `There are ${value.length} ${what}`, value.length, max)
  const parts = value.map((each, index) => read(at(path, index), each))
  return parts.every((each) => each !== undefined) ? parts : undefined
}

/** Reads an integer within bounds; below the minimum it is invalid, above the maximum too expensive. */
export function readInteger(
  reading: Reading,
  path: Path,
  value: Json,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (typeof value === 'bigint' && value > max) return tooLarge(reading, path, value, max)
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min) {
    return reading.refuse('malformed', path, `Write a whole number from ${min} to ${max}, without quotes.`)
  }
  return value > max ? tooLarge(reading, path, value, max) : value
}

/** Reads one of a fixed set of words. */
export function readChoice<T extends string>(
  reading: Reading,
  path: Path,
  value: Json,
  choices: readonly T[],
): T | undefined {
  const found = choices.find((each) => each === value)
  return found ?? reading.refuse('malformed', path, `Write ${listed(choices)}.`)
}

/** Reads `asc` or `desc`, ignoring case. */
export function readDirection(reading: Reading, path: Path, value: Json): 'asc' | 'desc' | undefined {
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  return readChoice(reading, path, lower, ['asc', 'desc'])
}

/** A list for messages: `"a", "b" or "c"`. */
export function listed(words: readonly string[]): string {
  const quoted = words.map(quote)
  const last = quoted.pop() ?? 'nothing'
  return quoted.length ? `${quoted.join(', ')} or ${last}` : last
}

function tooLarge(reading: Reading, path: Path, value: number | bigint, max: number): undefined {
  return reading.exceed(path, `This asks for ${value}`, Number(value), max)
}
