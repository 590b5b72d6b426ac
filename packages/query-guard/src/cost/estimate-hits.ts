import { type BodyTree, DEFAULT_HITS, type SortKey } from '../body/body-tree.ts'
import type { CostPart } from './cost.ts'
import type { Selection } from './knowledge.ts'
import type { Load } from './load.ts'
import { isFlat, rankedDocuments } from './ranked-documents.ts'
import { WEIGHTS } from './weights.ts'

const WORDS: ReadonlySet<string | undefined> = new Set(['keyword', 'ip'])

/** What it costs to rank hits, to count them, and to read them. */
export function hitParts(tree: BodyTree, load: Load, { documents }: Selection): CostPart[] {
  const { size = DEFAULT_HITS, from = 0, trackTotalHits, collapse } = tree
  const parts: CostPart[] = []
  if (trackTotalHits === true) {
    const workMs = (documents * WEIGHTS.countNs) / load.lanes / 1e6
    parts.push({ pointer: '#/track_total_hits', what: 'counting hits', workMs, memoryBytes: 0 })
  }
  if (size === 0) return parts
  const ranked = Math.min(documents, (from + size) * load.shards)
  const looked = rankedDocuments(tree, load, documents, from + size)
  const perDocument = sortingNs(tree.sort, load, documents)
  parts.push({
    pointer: tree.sort.length > 0 ? '#/sort' : '#',
    what: 'ranking hits',
    workMs: ((looked * perDocument) / load.lanes + ranked * WEIGHTS.rankNs) / 1e6,
    memoryBytes: ranked * WEIGHTS.rankBytes,
  })
  if (collapse !== undefined) {
    const workMs = (documents * WEIGHTS.collapseNs) / load.lanes / 1e6
    parts.push({ pointer: '#/collapse', what: 'collapsing hits', workMs, memoryBytes: 0 })
  }
  const hits = Math.min(size, collapse === undefined ? documents : load.knowledge.distinct(collapse, documents))
  const workMs = (hits * fetchNs(tree, load.timeField)) / 1e6
  parts.push({ pointer: '#/size', what: 'reading hits', workMs, memoryBytes: hits * WEIGHTS.fetchBytes })
  return parts
}

/** Further keys are read only where the ones before are the same. */
function sortingNs([first, ...rest]: readonly SortKey[], { knowledge }: Load, documents: number): number {
  if (!first) return WEIGHTS.scoreNs
  const different = knowledge.all.bits ? knowledge.distinct(first.name, documents) : 0
  const ties = documents > 0 ? 1 - different / documents : 0
  return sortNs(first) + ties * rest.reduce((sum, each) => sum + sortNs(each), 0)
}

function sortNs({ name, unmappedType }: SortKey): number {
  if (name === '_score' || name === '_doc') return WEIGHTS.scoreNs
  return WORDS.has(unmappedType) ? WEIGHTS.sortNs : WEIGHTS.numberSortNs
}

/** What one hit costs; those of a sort lie scattered over the index, but for the one in which they came, more or less. */
function fetchNs({ parts, source, sort, query }: BodyTree, timeField: string): number {
  const { docvalueFields = [], fields = [], highlight, storedFields } = parts
  const highlighted = Array.isArray(highlight?.fields) ? highlight.fields.length : 0
  const isBare = (source === false || storedFields !== undefined) && fields.length === 0 && highlighted === 0
  const [first] = sort
  const inOrder = first ? first.name === timeField || first.name === '_doc' : isFlat(query)
  const stored = inOrder ? WEIGHTS.fetchNs : WEIGHTS.scatteredFetchNs
  const named = docvalueFields.length + fields.length
  return (isBare ? WEIGHTS.bareFetchNs : stored) + named * WEIGHTS.fieldNs + highlighted * WEIGHTS.highlightNs
}
