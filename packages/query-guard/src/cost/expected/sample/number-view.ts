import type { Interval } from '../../../time/interval.ts'
import { addressNumber } from '../../../address-number.ts'
import type { SampledValue } from './flatten-document.ts'

/** The values of a field as numbers, sorted, with the document of each. */
export interface NumberView {
  numbers: Float64Array
  documents: Uint32Array
  /** Documents with a value that is not a number: they may be in any range. */
  others: readonly number[]
}

/** Sorts the values of an ordered type: numbers, times in milliseconds since 1970, IPv4 addresses. */
export function numberView(postings: ReadonlyMap<SampledValue, readonly number[]>, type: string): NumberView {
  const pairs: [number, number][] = []
  const others: number[] = []
  for (const [value, documents] of postings) {
    const number = numberOf(value, type)
    if (number === undefined || Number.isNaN(number)) others.push(...documents)
    else for (const document of documents) pairs.push([number, document])
  }
  pairs.sort(([one], [other]) => one - other)
  return {
    numbers: Float64Array.from(pairs, ([number]) => number),
    documents: Uint32Array.from(pairs, ([, document]) => document),
    others,
  }
}

/** The first and last position of an interval in a view. */
export function placesOf({ numbers }: NumberView, { from, to }: Interval): [number, number] {
  return [firstFrom(numbers, from), firstAfter(numbers, to)]
}

function numberOf(value: SampledValue, type: string): number | undefined {
  if (type === 'ip') return addressNumber(String(value))
  if (type === 'date' || type === 'date_nanos') return typeof value === 'string' ? Date.parse(value) : Number(value)
  return Number(value)
}

function firstFrom(numbers: Float64Array, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) >= least) high = middle
    else low = middle + 1
  }
  return low
}

function firstAfter(numbers: Float64Array, greatest: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) > greatest) high = middle
    else low = middle + 1
  }
  return low
}
