import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys, type RangedName } from '../server/query-keys.ts'
import { type Span, spanOf } from '../time/range.ts'
import { useTime } from './time-context.tsx'

/**
 * A question about the present time range. It is known by the range as it is written (`now-24h`), so that a refresh
 * asks the same question again, and the last good answer stays when that fails.
 */
export function useRanged<Data>(
  name: RangedName,
  about: readonly unknown[],
  ask: (span: Span, signal: AbortSignal) => Promise<Data>,
  options: { isEnabled?: boolean } = {},
) {
  const { range } = useTime()
  return useQuery({
    queryKey: queryKeys.ranged(name, range, about),
    queryFn: ({ signal }) => ask(spanOf(range, Date.now()), signal),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
  })
}
