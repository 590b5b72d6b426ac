import { type BodyTree, DEFAULT_HITS } from '../body/body-tree.ts'
import type { CostPart } from './cost.ts'
import type { Load } from './load.ts'
import { WEIGHTS } from './weights.ts'

/** What it costs to rank hits, to count them, and to read them. */
export function hitParts(tree: BodyTree, load: Load): CostPart[] {
  const { size = DEFAULT_HITS, from = 0, trackTotalHits, collapse } = tree
  const parts: CostPart[] = []
  if (trackTotalHits === true) {
    const workMs = (load.documents * WEIGHTS.countNs) / load.lanes / 1e6
    parts.push({ pointer: '#/track_total_hits', what: 'counting hits', workMs, memoryBytes: 0 })
  }
  if (size === 0) return parts
  const ranked = (from + size) * load.shards
  parts.push({
    pointer: tree.sort.length > 0 ? '#/sort' : '#',
    what: 'ranking hits',
    workMs: ((load.documents * rankingNs(tree)) / load.lanes + ranked * WEIGHTS.rankNs) / 1e6,
    memoryBytes: ranked * WEIGHTS.rankBytes,
  })
  if (collapse !== undefined) {
    const workMs = (load.documents * WEIGHTS.collapseNs) / load.lanes / 1e6
    parts.push({ pointer: '#/collapse', what: 'collapsing hits', workMs, memoryBytes: 0 })
  }
  parts.push({
    pointer: '#/size',
    what: 'reading hits',
    workMs: (size * fetchNs(tree)) / 1e6,
    memoryBytes: size * WEIGHTS.fetchBytes,
  })
  return parts
}

/** By the time of documents the engine skips what cannot be among the first; by anything else it looks at each. */
function rankingNs({ sort, trackTotalHits }: BodyTree): number {
  const [first] = sort
  if (!first || first.name === '_score' || first.name === '_doc') return WEIGHTS.scoreNs
  const isSkipping = first.unmappedType === 'date' && trackTotalHits !== true
  return (isSkipping ? WEIGHTS.timeSortNs : WEIGHTS.sortNs) + (sort.length - 1) * WEIGHTS.timeSortNs
}

function fetchNs({ parts, source }: BodyTree): number {
  const { docvalueFields = [], fields = [], highlight, storedFields } = parts
  const highlighted = Array.isArray(highlight?.fields) ? highlight.fields.length : 0
  const reading = storedFields && source !== true ? WEIGHTS.fieldNs : WEIGHTS.fetchNs
  return reading + (docvalueFields.length + fields.length) * WEIGHTS.fieldNs + highlighted * WEIGHTS.highlightNs
}
