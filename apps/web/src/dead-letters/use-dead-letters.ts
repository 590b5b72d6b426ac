import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeadLetter } from '@watchpost/contract'
import { useCallback } from 'react'
import { listingOf } from '../kit/list/listing.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { type LetterFilter, letterQueryOf } from './letter-filter.ts'
import { putBackAll } from './put-back.ts'

const pageSize = 200
const followMs = 5_000
/** Events that are rejected again come back within seconds. */
const closelyMs = 1_500

/** Counts and reasons, polled while the page is open. */
export function useLetterSummary(isClosely: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.deadLetterSummary,
    queryFn: async ({ signal }) => (await client.summariseDeadLetters({ signal })).body,
    refetchInterval: isClosely ? closelyMs : followMs,
  })
}

/** The dead letters. A page shorter than the limit may still have a next page. */
export function useLetters(filter: LetterFilter) {
  const client = useClient()
  const listing = listingOf<DeadLetter>(client)
  return useListing({
    queryKey: queryKeys.deadLetterList(filter),
    first: async (signal) =>
      listing.firstOf(await client.listDeadLetters({ query: { ...letterQueryOf(filter), limit: pageSize }, signal })),
    load: listing.load,
    // Load the next page only near the end of the list: every page read is audited.
    ahead: 40,
  })
}

/** One complete dead letter. */
export function useLetter(number: number) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.deadLetter(number),
    queryFn: async ({ signal }) => (await client.readDeadLetter({ params: { number }, signal })).body,
  })
}

/** Puts back waiting dead letters and refreshes the views. */
export function usePutBack() {
  const client = useClient()
  const queries = useQueryClient()
  return useCallback(async () => {
    const done = await putBackAll(
      async (upTo) => (await client.retryDeadLetters({ body: upTo === undefined ? {} : { up_to: upTo } })).body,
    )
    await queries.invalidateQueries({ queryKey: queryKeys.deadLetters })
    return done
  }, [client, queries])
}
