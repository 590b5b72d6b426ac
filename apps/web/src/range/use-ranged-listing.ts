import { type FirstPage, type Listing, useListing } from '../kit/list/use-listing.ts'
import type { Page } from '../kit/list/page-window.ts'
import { queryKeys, type RangedName } from '../server/query-keys.ts'
import { type Span, spanOf } from '../time/range.ts'
import { useTime } from './time-context.tsx'

interface RangedListingOptions<Row, Link, Extra> {
  first: (span: Span, signal: AbortSignal) => Promise<FirstPage<Row, Link, Extra>>
  load: (link: Link, signal: AbortSignal) => Promise<Page<Row, Link>>
  isEnabled?: boolean
}

/** A listing for the time range of the page; a refresh reads it again. */
export function useRangedListing<Row, Link, Extra = never>(
  name: RangedName,
  about: readonly unknown[],
  { first, load, isEnabled }: RangedListingOptions<Row, Link, Extra>,
): Listing<Row, Extra> {
  const { range } = useTime()
  return useListing({
    queryKey: queryKeys.ranged(name, range, about),
    first: (signal) => first(spanOf(range, Date.now()), signal),
    load,
    isEnabled,
  })
}
