import { type BodyTree, DEFAULT_HITS } from '../../body/body-tree.ts'
import type { Interval } from '../../time/interval.ts'
import type { CostInputs } from '../cost.ts'
import { loadOf } from '../load.ts'
import { aggregationParts } from './expected-aggregations.ts'
import { hitParts } from './expected-hits.ts'
import type { ExpectedLoad, ExpectedPart } from './expected-load.ts'
import { queryNs } from './expected-query.ts'
import { EXPECTED_WEIGHTS } from './expected-weights.ts'
import type { DataSample } from './sample/data-sample.ts'
import { createKnowledge } from './sample-knowledge.ts'

/** A smaller sample is not meaningful. */
const FEWEST_SAMPLED = 100
/** A sample that represents a smaller share of the documents is stale. */
const LEAST_REPRESENTED = 0.8

/**
 * The expected cost of the parts of a body, based on a sample; undefined without a sample that is large and recent
 * enough. Pure: the same tree and inputs give the same result.
 */
export function expectedParts(
  tree: BodyTree,
  kind: 'search' | 'count',
  times: Interval,
  inputs: CostInputs,
  timeField: string,
): ExpectedPart[] | undefined {
  const sample = usableSample(inputs)
  if (!sample) return undefined
  const worst = loadOf(inputs, times)
  const knowledge = createKnowledge(sample, inputs.documents, worst.documents)
  const load: ExpectedLoad = { ...worst, timeField, knowledge }
  const { all } = knowledge
  const found = tree.query ? knowledge.narrow(all, tree.query) : all
  const isScored = kind === 'search' && needsScores(tree)
  const parts: ExpectedPart[] = [
    { pointer: '#', what: 'asking each shard', workMs: (load.shards * EXPECTED_WEIGHTS.shardNs) / 1e6 },
  ]
  for (const [key, query] of [['query', tree.query] as const, ['post_filter', tree.postFilter] as const]) {
    if (!query || (kind === 'count' && key === 'post_filter')) continue
    const ns = queryNs(query, load, key === 'query' ? all : found, isScored && key === 'query')
    parts.push({ pointer: `#/${key}`, what: 'finding documents', workMs: ns / load.parallelism / 1e6 })
  }
  if (kind === 'search') parts.push(...hitParts(tree, load, found), ...aggregationParts(tree, load, found))
  return parts
}

function usableSample({ sample, documents }: CostInputs): DataSample | undefined {
  if (!sample || sample.size < FEWEST_SAMPLED) return undefined
  return sample.represents >= documents * LEAST_REPRESENTED ? sample : undefined
}

/** Whether hits are sorted by score. */
function needsScores({ size = DEFAULT_HITS, sort }: BodyTree): boolean {
  return size > 0 && (sort.length === 0 || sort.some(({ name }) => name === '_score'))
}
