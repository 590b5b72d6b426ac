import { type BodyTree, DEFAULT_HITS, type SortKey } from '../../body/body-tree.ts'
import type { ExpectedLoad, ExpectedPart } from './expected-load.ts'
import { EXPECTED_WEIGHTS } from './expected-weights.ts'
import { isFlat, rankedDocuments } from './ranked-documents.ts'
import type { Selection } from './sample-knowledge.ts'

const WORDS: ReadonlySet<string | undefined> = new Set(['keyword', 'ip'])

/** The expected cost of ranking, counting and reading hits. */
export function hitParts(tree: BodyTree, load: ExpectedLoad, { documents }: Selection): ExpectedPart[] {
  const { size = DEFAULT_HITS, from = 0, trackTotalHits, collapse } = tree
  const parts: ExpectedPart[] = []
  if (trackTotalHits === true) {
    const workMs = (documents * EXPECTED_WEIGHTS.countNs) / load.parallelism / 1e6
    parts.push({ pointer: '#/track_total_hits', what: 'counting hits', workMs })
  }
  if (size === 0) return parts
  const ranked = Math.min(documents, (from + size) * load.shards)
  const readDocuments = rankedDocuments(tree, load, documents, from + size)
  const perDocument = sortingNs(tree.sort, load, documents)
  parts.push({
    pointer: tree.sort.length > 0 ? '#/sort' : '#',
    what: 'ranking hits',
    workMs: ((readDocuments * perDocument) / load.parallelism + ranked * EXPECTED_WEIGHTS.rankNs) / 1e6,
  })
  if (collapse !== undefined) {
    const workMs = (documents * EXPECTED_WEIGHTS.collapseNs) / load.parallelism / 1e6
    parts.push({ pointer: '#/collapse', what: 'collapsing hits', workMs })
  }
  const hits = Math.min(size, collapse === undefined ? documents : load.knowledge.distinct(collapse, documents))
  const workMs = (hits * fetchNs(tree, load.timeField)) / 1e6
  parts.push({ pointer: '#/size', what: 'reading hits', workMs })
  return parts
}

/** Further keys are read only where the first one is equal. */
function sortingNs([first, ...rest]: readonly SortKey[], { knowledge }: ExpectedLoad, documents: number): number {
  if (!first) return EXPECTED_WEIGHTS.scoreNs
  const ties = documents > 0 ? 1 - knowledge.distinct(first.name, documents) / documents : 0
  return sortNs(first) + ties * rest.reduce((sum, each) => sum + sortNs(each), 0)
}

function sortNs({ name, unmappedType }: SortKey): number {
  if (name === '_score' || name === '_doc') return EXPECTED_WEIGHTS.scoreNs
  return WORDS.has(unmappedType) ? EXPECTED_WEIGHTS.sortNs : EXPECTED_WEIGHTS.numberSortNs
}

/** The cost of one hit. Hits are scattered over the index unless they are sorted roughly in order of arrival. */
function fetchNs({ parts, source, sort, query }: BodyTree, timeField: string): number {
  const { docvalueFields = [], fields = [], highlight, storedFields } = parts
  const highlighted = Array.isArray(highlight?.fields) ? highlight.fields.length : 0
  const isBare = (source === false || storedFields !== undefined) && fields.length === 0 && highlighted === 0
  const [first] = sort
  const inOrder = first ? first.name === timeField || first.name === '_doc' : isFlat(query)
  const stored = inOrder ? EXPECTED_WEIGHTS.fetchNs : EXPECTED_WEIGHTS.scatteredFetchNs
  const named = docvalueFields.length + fields.length
  const highlighting = highlighted * EXPECTED_WEIGHTS.highlightNs
  return (isBare ? EXPECTED_WEIGHTS.bareFetchNs : stored) + named * EXPECTED_WEIGHTS.fieldNs + highlighting
}
