import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Span, spanOf } from '../time/range.ts'
import { useTime } from './time-context.tsx'

/**
 * A question about the present time range. It is known by the range as it is written (`now-24h`), so that a refresh
 * asks the same question again, and the last good answer stays when that fails.
 */
export function useRanged<Data>(
  name: string,
  about: readonly unknown[],
  ask: (span: Span, signal: AbortSignal) => Promise<Data>,
  options: { isEnabled?: boolean } = {},
) {
  const { range } = useTime()
  return useQuery({
    queryKey: ['ranged', name, range.from, range.to, ...about],
    queryFn: ({ signal }) => ask(spanOf(range, Date.now()), signal),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
  })
}
