import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { readNumber } from '../shape.ts'

/** Reads `boost`, the weight of a query in the score. */
export function readBoost(reading: Reading, path: Path, value: Json): number | undefined {
  return readNumber(reading, path, value, { min: 0, max: 1_000 })
}
