import { type BodyTree, DEFAULT_HITS, type SortKey } from '../body/body-tree.ts'
import type { CostPart } from './cost.ts'
import type { Load } from './load.ts'
import { WEIGHTS } from './weights.ts'

const WORDS: ReadonlySet<string | undefined> = new Set(['keyword', 'ip'])

/** Adds the cost of ranking, counting and reading hits. */
export function addHitParts(parts: CostPart[], tree: BodyTree, load: Load): void {
  const { size = DEFAULT_HITS, from = 0, trackTotalHits, collapse } = tree
  if (trackTotalHits === true) {
    const workMs = (load.documents * WEIGHTS.countNs) / load.parallelism / 1e6
    parts.push({ pointer: '#/track_total_hits', what: 'counting hits', workMs, memoryBytes: 0 })
  }
  if (size === 0) return
  const ranked = (from + size) * load.shards
  const perDocument = tree.sort.reduce((sum, each) => sum + sortNs(each), 0) || WEIGHTS.scoreNs
  parts.push({
    pointer: tree.sort.length > 0 ? '#/sort' : '#',
    what: 'ranking hits',
    workMs: ((load.documents * perDocument) / load.parallelism + ranked * WEIGHTS.rankNs) / 1e6,
    memoryBytes: ranked * WEIGHTS.rankBytes,
  })
  if (collapse !== undefined) {
    const workMs = (load.documents * WEIGHTS.collapseNs) / load.parallelism / 1e6
    parts.push({ pointer: '#/collapse', what: 'collapsing hits', workMs, memoryBytes: 0 })
  }
  const workMs = (size * fetchNs(tree)) / 1e6
  parts.push({ pointer: '#/size', what: 'reading hits', workMs, memoryBytes: size * WEIGHTS.fetchBytes })
}

function sortNs({ name, unmappedType }: SortKey): number {
  if (name === '_score' || name === '_doc') return WEIGHTS.scoreNs
  return WORDS.has(unmappedType) ? WEIGHTS.sortNs : WEIGHTS.numberSortNs
}

/** The cost of one hit; sorted hits are scattered over the index. */
function fetchNs({ parts, source, sort, query }: BodyTree): number {
  const { docvalueFields = [], fields = [], highlight, storedFields } = parts
  const highlighted = Array.isArray(highlight?.fields) ? highlight.fields.length : 0
  const isBare = (source === false || storedFields !== undefined) && fields.length === 0 && highlighted === 0
  const inOrder = sort.length === 0 && query === undefined
  const stored = inOrder ? WEIGHTS.fetchNs : WEIGHTS.scatteredFetchNs
  const named = docvalueFields.length + fields.length
  return (isBare ? WEIGHTS.bareFetchNs : stored) + named * WEIGHTS.fieldNs + highlighted * WEIGHTS.highlightNs
}
