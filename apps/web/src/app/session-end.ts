import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@watchpost/contract'
import { useEffect } from 'react'
import { queryKeys } from '../server/query-keys.ts'

/** The clock of the browser may be ahead: the appliance decides, and is asked again. */
const askAgainMs = 60_000
/** A timer with a longer wait would fire at once. */
const longestWaitMs = 2 ** 31 - 1

/** Milliseconds until a session ends, by the clock of this browser; undefined for one without an end. */
export function msUntilEnd({ expiration_date: end }: Pick<Me, 'expiration_date'>, now: number): number | undefined {
  if (end === null) return undefined
  return Math.min(Math.max(Date.parse(`${end}Z`) - now, 0), longestWaitMs)
}

/** Asks who is signed in when the session should have ended, so that a page left open asks to sign in again. */
export function useSessionEnd(me: Me): void {
  const queries = useQueryClient()
  const { expiration_date } = me
  useEffect(() => {
    const firstMs = msUntilEnd({ expiration_date }, Date.now())
    if (firstMs === undefined) return undefined
    let timer = setTimeout(ask, firstMs)
    function ask() {
      void queries.invalidateQueries({ queryKey: queryKeys.me })
      timer = setTimeout(ask, askAgainMs)
    }
    return () => clearTimeout(timer)
  }, [queries, expiration_date])
}
