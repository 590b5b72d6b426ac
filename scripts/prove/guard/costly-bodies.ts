import { generateCostlyBody } from '../../../packages/query-guard/src/fixtures/generate/generate-costly.ts'
import type { Caller, EstimatedCost } from './api-callers.ts'

/** A body that passes, and how much of its budget it takes. */
export interface CostlyBody extends EstimatedCost {
  text: string
}

/** How many are looked at for each that is wanted. */
const CANDIDATES = 12

/** The costliest of many generated bodies that an API lets pass, by its own estimate, the dearest first. */
export async function costliestBodies(caller: Caller, wanted: number, seed: number): Promise<CostlyBody[]> {
  const passed: CostlyBody[] = []
  const texts = Array.from({ length: wanted * CANDIDATES }, (_, at) =>
    JSON.stringify(generateCostlyBody(seed * 11_000_003 + at)),
  )
  for (const text of new Set(texts)) {
    const cost = await caller.costOf('network_events', text)
    if (cost) passed.push({ text, ...cost })
  }
  return passed.toSorted((one, other) => other.share - one.share).slice(0, wanted)
}
