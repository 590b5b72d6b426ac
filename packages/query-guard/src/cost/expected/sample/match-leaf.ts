import { NUMBER_TYPES } from '../../../number-value.ts'
import type { Interval } from '../../../time/interval.ts'
import type { Scalar } from '../../../value.ts'
import { addressInterval } from '../../../address-number.ts'
import { type Bits, noBits, setBits } from './bits.ts'
import type { Column, TextEntry } from './column.ts'
import type { DataSample } from './data-sample.ts'
import { MAX_TEXT } from './flatten-document.ts'
import type { LeafCondition } from '../../../query/leaf-condition.ts'
import { placesOf } from './number-view.ts'

/** Documents of a sample that a query can match: a superset of the matches, or exactly them if `isExact`. */
export interface Match {
  bits: Bits
  isExact: boolean
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['keyword', 'wildcard', 'boolean'])

/** Which documents of a sample satisfy a condition. */
export function matchLeaf(sample: DataSample, condition: LeafCondition): Match {
  if (condition.kind === 'few') return { bits: noBits(sample.size), isExact: true }
  const { name, traits } = condition.field
  // An object has no entry in the catalogue.
  if (condition.kind === 'exists') return { bits: sample.having(name), isExact: true }
  if (!traits) return { bits: noBits(sample.size), isExact: true }
  const { type } = traits
  if (type === 'flat_object') return { bits: sample.all, isExact: false }
  const column = sample.column(name)
  if (condition.kind === 'texts') {
    const isText = TEXT_TYPES.has(type)
    return isText ? { bits: betweenTexts(sample, column, condition), isExact: false } : anyValue(column)
  }
  if (condition.kind === 'interval') return { bits: within(sample, column, type, [condition.interval]), isExact: false }
  if (TEXT_TYPES.has(type)) {
    const bits = noBits(sample.size)
    for (const value of condition.values) setBits(bits, column.withText(String(value)))
    return { bits, isExact: true }
  }
  const intervals = intervalsOf(condition.values, type)
  return intervals ? { bits: within(sample, column, type, intervals), isExact: true } : anyValue(column)
}

function anyValue({ bits }: Column): Match {
  return { bits, isExact: false }
}

function intervalsOf(values: readonly Scalar[], type: string): Interval[] | undefined {
  if (NUMBER_TYPES.has(type)) return values.map((each) => ({ from: Number(each), to: Number(each) }))
  if (type !== 'ip') return undefined
  const intervals = values.map((each) => addressInterval(String(each)))
  // An IPv6 address has many spellings.
  return intervals.every((each) => each !== undefined) ? intervals : undefined
}

function within(sample: DataSample, column: Column, type: string, intervals: readonly Interval[]): Bits {
  const view = column.numbers(type)
  const bits = noBits(sample.size)
  for (const interval of intervals) setBits(bits, view.documents, ...placesOf(view, interval))
  // For IP addresses these are IPv6, which no IPv4 network contains.
  return type === 'ip' ? bits : setBits(bits, view.others)
}

function betweenTexts(
  sample: DataSample,
  column: Column,
  { from = '', to, isPrefix }: Extract<LeafCondition, { kind: 'texts' }>,
): Bits {
  const texts = column.texts()
  const bits = noBits(sample.size)
  const least = from.slice(0, MAX_TEXT)
  for (let at = firstText(texts, least); at < texts.length; at++) {
    const { text, documents } = texts[at] as TextEntry
    if (isPrefix ? !text.startsWith(least) : to !== undefined && text > to) break
    setBits(bits, documents)
  }
  return bits
}

function firstText(texts: readonly TextEntry[], least: string): number {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((texts[middle]?.text ?? '') >= least) high = middle
    else low = middle + 1
  }
  return low
}
