import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me, PasswordEffects } from '@watchpost/contract'
import type { Permission } from '@watchpost/contract/names'
import { isProblem } from '@watchpost/sdk'
import { useCallback } from 'react'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** Who is signed in: no one is an answer too. */
export function useSession() {
  const client = useClient()
  const queries = useQueryClient()
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: async ({ signal }): Promise<Me | 'nobody'> => {
      try {
        return (await client.whoAmI({ signal })).body
      } catch (error) {
        if (!isProblem(error, 'unauthenticated')) throw error
        const before = queries.getQueryData<Me | 'nobody'>(queryKeys.me)
        if (before !== undefined && before !== 'nobody') queries.setQueryData(queryKeys.sessionEnded, true)
        return 'nobody'
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether a session ended by itself: its time was over, or another one ended it. */
export function useHasEnded(): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.sessionEnded,
    queryFn: () => false,
    enabled: false,
    initialData: false,
  })
  return data
}

/** Signs in and out. What one account has read is forgotten before another one looks. */
export function useSessionChange() {
  const client = useClient()
  const queries = useQueryClient()
  return {
    signIn: useCallback(
      async (username: string, password: string) => {
        const { body } = await client.beginSession({ body: { username, password } })
        // A session that ended by itself has left behind what it read.
        forgetPages(queries)
        queries.setQueryData(queryKeys.sessionEnded, false)
        queries.setQueryData(queryKeys.me, body)
      },
      [client, queries],
    ),
    signOut: useCallback(async () => {
      await client.endSession()
      // Not by clearing all of it: the page would not be told that no one is signed in, and go on showing what it has.
      queries.setQueryData(queryKeys.me, 'nobody')
      forgetPages(queries)
    }, [client, queries]),
    changePassword: useCallback(
      async (current_password: string, new_password: string, revoke_keys: boolean): Promise<PasswordEffects> => {
        const { body } = await client.changePassword({ body: { current_password, new_password, revoke_keys } })
        const changed = [queryKeys.me, queryKeys.apiKeys, queryKeys.mySessions]
        await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
        return body
      },
      [client, queries],
    ),
  }
}

function forgetPages(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.me[0] })
}

/** Whether a call failed for a reason that the whole page has to follow: the session ended, or may do only one thing. */
export function concernsSession(error: unknown): boolean {
  return isProblem(error, 'unauthenticated') || isProblem(error, 'password-change-needed')
}

/** Whether the account may do something: nothing is shown that would be refused. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useSession()
  return (permission) => data !== undefined && data !== 'nobody' && data.permissions.includes(permission)
}

/** Whether the account may say something of alerts. */
export function useMayMark(): boolean {
  return useMay()('alert:write')
}
