import { type Family, type StoredFamily, storedFamilies } from '@watchpost/model'

/** One roll-over of all families together: the n-th index of each, created on one day. */
export interface Generation {
  number: number
  /** The day of its creation in UTC, as yyyy-MM-dd. */
  day: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** For example `network_events-2026.11.14-000001`. */
export function indexName(prefix: string, family: StoredFamily, { number, day }: Generation): string {
  if (!DAY.test(day)) throw new Error(`${day} is not a day of the form yyyy-MM-dd`)
  if (!Number.isInteger(number) || number < 0 || number > 999_999) throw new Error(`${number} is not a generation`)
  return `${aliasName(prefix, family)}-${day.replaceAll('-', '.')}-${String(number).padStart(6, '0')}`
}

/** The alias for searching all generations of a family. */
export function aliasName(prefix: string, family: StoredFamily): string {
  return `${prefix}${family}`
}

/**
 * The alias of the generations of a family that accept events. It also covers a generation that was created a moment
 * ago, and for a while those that were sealed (ADR 0009).
 */
export function openAliasName(prefix: string, family: Family): string {
  return `${aliasName(prefix, family)}-open`
}

/** The inverse of `indexName`; undefined for a foreign index. */
export function readIndexName(
  prefix: string,
  name: string,
): { family: StoredFamily; generation: Generation } | undefined {
  const family = storedFamilies.find((each) => name.startsWith(`${aliasName(prefix, each)}-`))
  if (!family) return undefined
  const match = /^(\d{4})\.(\d\d)\.(\d\d)-(\d{6})$/.exec(name.slice(aliasName(prefix, family).length + 1))
  if (!match) return undefined
  const [, year, month, date, number] = match
  return { family, generation: { number: Number(number), day: `${year}-${month}-${date}` } }
}
