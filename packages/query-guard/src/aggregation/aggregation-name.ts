import { UNSAFE_NAMES } from '../json/scan.ts'

const NAME = /^[A-Za-z0-9_\- .]{1,64}$/

/** Whether a name is valid for an aggregation or a composite source. The answer contains the name as a key. */
export function isAggregationName(name: string): boolean {
  return NAME.test(name) && !UNSAFE_NAMES.has(name)
}
