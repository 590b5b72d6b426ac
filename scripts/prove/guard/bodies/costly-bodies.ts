import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldCatalog } from '@watchpost/engine'
import { generateCostlyBody } from '../../../../packages/query-guard/src/fixtures/generate/generate-costly.ts'
import type { CostInputs } from '../../../../packages/query-guard/src/index.ts'
import { guardSearch } from '../../../../packages/query-guard/src/guard-search.ts'
import type { Caller, EstimatedCost } from '../site/api-callers.ts'
import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'

/** An accepted body and its share of the budget. */
export interface CostlyBody extends EstimatedCost {
  text: string
}

/** Candidates per wanted body. */
const CANDIDATES = 12

/** The costliest bodies that an API accepts for a data set, by its own estimate, the most expensive first. */
export async function costliestBodies(
  caller: Caller,
  meta: DatasetMeta,
  wanted: number,
  seed: number,
): Promise<CostlyBody[]> {
  const passed: CostlyBody[] = []
  const texts = candidates(meta, wanted, seed).map(({ text }) => text)
  // Generating took long: let the client notice that the API closed its idle connection.
  await sleep(100)
  for (const text of texts) {
    const cost = await caller.costOf('network_events', text)
    if (cost) passed.push({ text, ...cost })
  }
  return passed.toSorted((one, other) => other.share - one.share).slice(0, wanted)
}

/** Twice as many as wanted, because the API's better estimate rejects some of them. */
function candidates(meta: DatasetMeta, wanted: number, seed: number): Pick<CostlyBody, 'text' | 'share'>[] {
  const fields = fieldCatalog('network_events')
  const inputs = inputsOf(meta)
  const passed = new Map<string, Pick<CostlyBody, 'text' | 'share'>>()
  for (let at = 0; passed.size < wanted * CANDIDATES && at < wanted * CANDIDATES * 20; at++) {
    const bytes = Buffer.from(JSON.stringify(generateCostlyBody(seed * 11_000_003 + at)))
    const result = guardSearch(bytes, { fields, kind: 'search', inputs })
    if (!result.ok) continue
    const { workMs, memoryBytes, budget } = result.cost
    const share = Math.max(workMs / budget.workMs, memoryBytes / budget.memoryBytes)
    passed.set(result.normalised, { text: bytes.toString(), share })
  }
  return [...passed.values()].toSorted((one, other) => other.share - one.share).slice(0, 2 * wanted)
}

/** Approximates the API's inputs. */
function inputsOf({ documents, generations, from, to }: DatasetMeta): CostInputs {
  return {
    documents: documents.network_events * 1.02,
    shards: generations.length + 1,
    cores: availableParallelism(),
    oldest: Date.parse(from),
    newest: Date.parse(to),
  }
}
