import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me, PasswordEffects } from '@watchpost/contract'
import type { Permission } from '@watchpost/contract/names'
import { isProblem } from '@watchpost/sdk'
import { useCallback } from 'react'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** The signed-in account. "Not signed in" is also a valid result. */
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

/** Whether the session expired or was ended from another session. */
export function useHasEnded(): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.sessionEnded,
    queryFn: () => false,
    enabled: false,
    initialData: false,
  })
  return data
}

/** Signs in and out. Clears the cached data of one account before another signs in. */
export function useSessionChange() {
  const client = useClient()
  const queries = useQueryClient()
  return {
    signIn: useCallback(
      async (username: string, password: string) => {
        const { body } = await client.beginSession({ body: { username, password } })
        // A session that expired has left its cached data behind.
        forgetPages(queries)
        queries.setQueryData(queryKeys.sessionEnded, false)
        queries.setQueryData(queryKeys.me, body)
      },
      [client, queries],
    ),
    signOut: useCallback(async () => {
      await client.endSession()
      // Do not clear the whole cache: the page would not learn that the user is signed out and would keep showing its
      // data.
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

/** Whether an error affects the whole page: the session ended, or it only allows changing the password. */
export function concernsSession(error: unknown): boolean {
  return isProblem(error, 'unauthenticated') || isProblem(error, 'password-change-needed')
}

/** Checks a permission, so that the pages hide actions that the API would reject. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useSession()
  return (permission) => data !== undefined && data !== 'nobody' && data.permissions.includes(permission)
}

/** Whether the account may change the status of alerts. */
export function useMayMark(): boolean {
  return useMay()('alert:write')
}
