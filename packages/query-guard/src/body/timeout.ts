import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { durationOf } from '../time/interval-length.ts'

/** Reads `timeout` in milliseconds; a longer one is reduced to the maximum. */
export function readTimeout(reading: Reading, path: Path, value: Json): number | undefined {
  const milliseconds = durationOf(value)
  if (milliseconds) return Math.min(milliseconds, LIMITS.timeoutMs)
  return reading.refuse('malformed', path, 'Write the timeout as a length such as "5s" or "500ms".')
}
