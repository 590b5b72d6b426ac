import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@watchpost/contract'
import { useEffect } from 'react'
import { queryKeys } from '../server/query-keys.ts'

/** The browser's clock may be ahead: the API decides, and the check repeats. */
const askAgainMs = 60_000
/** A timer with a longer delay would fire immediately. */
const longestWaitMs = 2 ** 31 - 1

/** Milliseconds until the session expires by the browser's clock; undefined for a session that does not expire. */
export function msUntilEnd({ expiration_date: end }: Pick<Me, 'expiration_date'>, now: number): number | undefined {
  if (end === null) return undefined
  return Math.min(Math.max(Date.parse(`${end}Z`) - now, 0), longestWaitMs)
}

/** Checks the session when it should have expired, so that an open page asks the user to sign in again. */
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
