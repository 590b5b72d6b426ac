import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys, type RangedName } from '../server/query-keys.ts'
import { type Span, spanOf } from '../time/range.ts'
import { useTime } from './time-context.tsx'

/**
 * A query for the current time range. Its key contains the range as written (`now-24h`), so that a refresh repeats the
 * same query and the last good data stay when that fails.
 */
export function useRanged<Data>(
  name: RangedName,
  about: readonly unknown[],
  ask: (span: Span, signal: AbortSignal) => Promise<Data>,
  options: { isEnabled?: boolean; staleTime?: number } = {},
) {
  const { range } = useTime()
  return useQuery({
    queryKey: queryKeys.ranged(name, range, about),
    queryFn: ({ signal }) => ask(spanOf(range, Date.now()), signal),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
  })
}
