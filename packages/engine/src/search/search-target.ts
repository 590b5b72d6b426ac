import type { Family } from '@watchpost/model'
import { aliasName, openAliasName } from '../generation.ts'

/** The generations of a family that a search can skip. */
export interface LeftOut {
  family: Family
  /** Numbers of sealed generations that cannot contain a hit. */
  numbers: ReadonlySet<number>
  /** The existing indexes that must be queried, with the numbers of their generations. */
  kept: readonly { name: string; number: number }[]
}

const DIGITS = 6
/** The engine accepts a URL of 4 KiB by default, and parameters follow. */
const MAX_LENGTH = 3_500

/**
 * The index target in the URL of a search. A new index that is not known here yet is always queried as well.
 *
 * By name, with the open alias for new indexes, if `canUseOpenAlias`: the engine finds names without looking at all
 * indexes. Otherwise, or if the names are too long for a URL, by what to exclude. Numbers are never reused, so that a
 * run of them can be one pattern and the target stays short, however many generations there are.
 */
export function searchTarget(
  prefix: string,
  families: readonly Family[],
  leftOut: readonly LeftOut[],
  { canUseOpenAlias }: { canUseOpenAlias: boolean },
): string {
  if (leftOut.every(({ numbers }) => numbers.size === 0)) {
    return families.map((family) => aliasName(prefix, family)).join()
  }
  const names = leftOut.flatMap(({ kept }) => kept.map(({ name }) => name))
  const byName = [...names, ...families.map((family) => openAliasName(prefix, family))].join()
  return canUseOpenAlias && byName.length < MAX_LENGTH ? byName : byExclusion(prefix, families, leftOut)
}

function byExclusion(prefix: string, families: readonly Family[], leftOut: readonly LeftOut[]): string {
  const patterns = leftOut.flatMap((each) => leavingOut(aliasName(prefix, each.family), each))
  // An alias cannot be reduced by exclusions; index name patterns can.
  const all = families.map((family) => `${aliasName(prefix, family)}-*.*.*-*`).join()
  // Generations that do not fit are queried without need, which costs time and loses nothing. The patterns that exclude
  // most come first.
  let target = all
  for (const pattern of patterns.toSorted((a, b) => a.length - b.length)) {
    if (target.length + pattern.length < MAX_LENGTH) target += `,${pattern}`
  }
  return target
}

function leavingOut(alias: string, { numbers, kept: indexes }: LeftOut): string[] {
  const kept = indexes.map(({ number }) => number)
  // The next generation may have started since: a pattern never covers unknown numbers.
  const newest = Math.max(...numbers, ...kept)
  const blocks: string[] = []

  function visit(first: number, size: number): void {
    const last = first + size - 1
    const isWithin = (number: number) => number >= first && number <= last
    if (!numbers.values().some(isWithin)) return
    if (last <= newest && !kept.some(isWithin)) {
      const digits = String(first).padStart(DIGITS, '0')
      blocks.push(size === 1 ? digits : `${digits.slice(0, DIGITS - String(size).length + 1)}*`)
      return
    }
    const step = size / 10
    for (let start = first; start <= last; start += step) visit(start, step)
  }
  if (numbers.size > 0) for (let digit = 0; digit < 10; digit++) visit(digit * 10 ** (DIGITS - 1), 10 ** (DIGITS - 1))
  return blocks.map((block) => `-${alias}-*-${block}`)
}
