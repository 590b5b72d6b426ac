import { at } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { type BodyTree, DEFAULT_HITS } from './body-tree.ts'

/** Rejects combinations that are not allowed; the engine answers 500 to most of them. */
export function checkCombinations(reading: Reading, tree: BodyTree): void {
  const { size = DEFAULT_HITS, from = 0, searchAfter, sort, collapse, source, parts } = tree
  const last = from + size
  if (last > LIMITS.hits) {
    const detail = `from and size reach hit ${last}; at most ${LIMITS.hits} can be reached, page on with search_after.`
    reading.refuse('too-expensive', at(undefined, 'from'), detail, { estimate: last, budget: LIMITS.hits })
  }
  if (from > 0 && searchAfter.length > 0) {
    reading.refuse('malformed', at(undefined, 'from'), 'from does not go with search_after; leave it out.')
  }
  if (collapse !== undefined && searchAfter.length > 0 && (sort.length !== 1 || sort[0]?.name !== collapse)) {
    const detail = `search_after with collapse needs a sort by ${collapse} and nothing else; write that.`
    reading.refuse('malformed', at(undefined, 'collapse'), detail)
  }
  if (parts.storedFields && ((source !== undefined && source !== false) || parts.fields)) {
    const detail = 'stored_fields "_none_" leaves nothing to read _source or fields from; leave one of them out.'
    reading.refuse('malformed', at(undefined, 'stored_fields'), detail)
  }
}
