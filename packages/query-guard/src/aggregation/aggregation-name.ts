import { UNSAFE_NAMES } from '../json/scan.ts'

const NAME = /^[A-Za-z0-9_\- .]{1,64}$/

/** Whether an aggregation, or a source of a composite one, may be called so: the answer carries the name as a key. */
export function isAggregationName(name: string): boolean {
  return NAME.test(name) && !UNSAFE_NAMES.has(name)
}
