import { AppError } from '@watchpost/contract'
import type { AlertFilter } from '@watchpost/engine'
import type { MarkedAlert, MarkedWish } from '@watchpost/store'
import { isFilter, isWanted, type MarkFilter, oppositeWishOf, takesUnmarked, wishOf } from './mark-filter.ts'

export interface MarkedSelectionPorts {
  marks: { marked(wish: MarkedWish): Promise<MarkedAlert[]> }
}

/** Marked alerts that one filter can name. */
const MOST_NAMED = 65_536

/**
 * Adds the filter by marks to a filter of the engine, so that one question counts exactly what the listing shows. Marks
 * are in the store: the filter names the marked alerts in its time range that match, or those that do not. As soon as
 * entries carry the state that analysts set, only changes that are not there yet have to be named.
 */
export function createMarkedSelection({ marks }: MarkedSelectionPorts) {
  return async (filter: AlertFilter, marking: MarkFilter): Promise<AlertFilter> => {
    if (!isFilter(marking)) return filter
    const hasUnmarked = takesUnmarked(marking)
    // The marks that can matter: those that match, or, if alerts without a mark match, those that do not.
    const wish = hasUnmarked ? oppositeWishOf(marking) : wishOf(marking)
    const marked = await marks.marked({ ...wish, ...boundsOf(filter), ...everything })
    if (marked.length > MOST_NAMED) throw new AppError('query-too-expensive', tooMany)
    const uuids = marked.filter((mark) => isWanted(marking, mark) !== hasUnmarked).map(({ uuid }) => uuid)
    return { ...filter, ...(hasUnmarked ? { exceptUuids: uuids } : { uuids }) }
  }
}

const everything = { order: 'date_asc', limit: MOST_NAMED + 1 } as const
const tooMany = `More than ${MOST_NAMED} alerts in this time range have been changed by analysts. Choose a shorter time range.`

function boundsOf({ from, to }: AlertFilter): Pick<MarkedWish, 'fromMs' | 'toMs'> {
  return {
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(to !== undefined && { toMs: Date.parse(to) }),
  }
}
