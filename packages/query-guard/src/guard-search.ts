import { readBody } from './body/body.ts'
import { buildCount, buildSearch } from './body/build-body.ts'
import { checkBudget } from './budget.ts'
import { type Cost, estimateCost } from './cost.ts'
import type { FieldCatalog } from './field-catalog.ts'
import { parseJson } from './json/parse.ts'
import { scanJson } from './json/scan.ts'
import { startReading } from './reading.ts'
import { type Refused, refused } from './refusal.ts'

/** Either a new body for the engine, or why there is none. */
export type GuardResult = { ok: true; body: Record<string, unknown>; cost: Cost } | Refused

export interface GuardOptions {
  fields: FieldCatalog
  /** A count takes the body of a search, checks all of it, and keeps the query. */
  kind: 'search' | 'count'
}

/**
 * Reads a search body of a stranger's and writes a new one for the engine. Only what the grammar knows gets through;
 * nothing of the bytes themselves does. Never throws, and takes time in proportion to the bytes.
 */
export function guardSearch(bytes: Uint8Array, { fields, kind }: GuardOptions): GuardResult {
  const scanned = scanJson(bytes)
  if (!scanned.ok) return scanned
  const parsed = parseJson(bytes, scanned)
  if (!parsed.ok) return parsed

  const reading = startReading(fields)
  const tree = readBody(reading, parsed.value)
  const refusal = reading.outcome()
  if (refusal || !tree) return refusal ?? refused('invalid', '#', 'The body cannot be read; send {} at least.')

  const cost = estimateCost(tree)
  checkBudget(reading, cost, tree, kind)
  return reading.outcome() ?? { ok: true, body: kind === 'count' ? buildCount(tree) : buildSearch(tree), cost }
}
