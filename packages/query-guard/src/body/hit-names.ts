import { at } from '../json/pointer.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import type { HitField, HitParts } from './body-tree.ts'

/** For a field under `fields` of a hit, as the engine names it: the names that the answer must give it. */
export type HitNames = ReadonlyMap<string, readonly string[]>

/** The fields to ask the engine for, each once: several names may stand for one field. */
export function buildHitFields(fields: readonly HitField[]): (string | Built)[] {
  const wanted = new Map(fields.map((each) => [`${each.name}\n${each.format ?? ''}`, each.built]))
  return [...wanted.values()]
}

/** The names to give fields of hits in the answer; undefined where the engine gives them the right ones. */
export function hitNamesOf({ docvalueFields = [], fields = [] }: HitParts): HitNames | undefined {
  const names = new Map(
    [...Map.groupBy([...docvalueFields, ...fields], ({ name }) => name)]
      .filter(([name, group]) => group.some(({ asked }) => asked !== name))
      .map(([name, group]) => [name, [...new Set(group.map(({ asked }) => asked))]]),
  )
  return names.size > 0 ? names : undefined
}

/** Refuses two names of one field in different formats: the engine gives each field of a hit once. */
export function checkHitNames(reading: Reading, { docvalueFields, fields }: HitParts): void {
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
