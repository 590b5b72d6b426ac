import { at } from '../json/pointer.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import type { HitField, HitParts } from './body-tree.ts'

/** Maps the engine's name of a field under `fields` of a hit to the names in the answer. */
export type HitNames = ReadonlyMap<string, readonly string[]>

/** The fields to request from the engine, each once: several requested names may refer to the same field. */
export function buildHitFields(fields: readonly HitField[]): (string | Built)[] {
  const wanted = new Map(fields.map((each) => [`${each.name}\n${each.format ?? ''}`, each.built]))
  return [...wanted.values()]
}

/** The names of hit fields in the answer; undefined if they equal the engine's. */
export function hitNamesOf({ docvalueFields = [], fields = [] }: HitParts): HitNames | undefined {
  if (docvalueFields.length === 0 && fields.length === 0) return undefined
  const names = new Map(
    [...Map.groupBy([...docvalueFields, ...fields], ({ name }) => name)]
      .filter(([name, group]) => group.some(({ asked }) => asked !== name))
      .map(([name, group]) => [name, [...new Set(group.map(({ asked }) => asked))]]),
  )
  return names.size > 0 ? names : undefined
}

/** Rejects two names of one field in different formats: the engine returns each field of a hit once. */
export function checkHitNames(reading: Reading, { docvalueFields, fields }: HitParts): void {
  if (!docvalueFields && !fields) return
  const lists = [
    ['docvalue_fields', docvalueFields],
    ['fields', fields],
  ] as const
  const all = lists.flatMap(([key, list]) => (list ?? []).map((field, index) => ({ key, index, ...field })))
  for (const one of all) {
    const other = all.find(
      ({ name, asked, format }) => name === one.name && asked !== one.asked && format !== one.format,
    )
    if (!other || all.indexOf(other) > all.indexOf(one)) continue
    const detail = `${one.asked} and ${other.asked} are one field, which can have one format; give both the same.`
    reading.refuse('malformed', at(at(undefined, one.key), one.index), detail)
  }
}
