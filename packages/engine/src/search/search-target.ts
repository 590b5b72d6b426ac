import type { Family } from '@watchpost/model'
import { aliasName } from '../generation.ts'

/** The generations of a family that a search need not ask. */
export interface LeftOut {
  family: Family
  /** Numbers of sealed generations that can hold no hit. */
  numbers: ReadonlySet<number>
  /** Numbers that there are and that must be asked. */
  kept: readonly number[]
}

const DIGITS = 6
/** The engine reads 4 KiB of an address unless told otherwise, and parameters follow. */
const MAX_LENGTH = 3_500

/**
 * What stands for the indexes in the address of a search. It says what is left out rather than what is asked: an index
 * that was made a moment ago, and is not known here yet, is then asked as well. Numbers are never given twice, so
 * that a run of them can be written as one pattern and the address stays short, however many generations there are.
 */
export function searchTarget(prefix: string, families: readonly Family[], leftOut: readonly LeftOut[]): string {
  const patterns = leftOut.flatMap((each) => leavingOut(aliasName(prefix, each.family), each))
  if (patterns.length === 0) return families.map((family) => aliasName(prefix, family)).join()
  // An alias cannot be lessened; the names of its indexes can.
  const all = families.map((family) => `${aliasName(prefix, family)}-*.*.*-*`).join()
  // What finds no room is asked in vain, which costs time and loses nothing. The patterns that leave out most come first.
  let target = all
  for (const pattern of patterns.toSorted((a, b) => a.length - b.length)) {
    if (target.length + pattern.length < MAX_LENGTH) target += `,${pattern}`
  }
  return target
}

function leavingOut(alias: string, { numbers, kept }: LeftOut): string[] {
  // The next generation may have begun since: what has not been seen yet is never in a pattern.
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
