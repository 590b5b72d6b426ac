import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GeneratedPassword, NewUser, User, UserChange } from '@watchpost/contract'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** All accounts. */
export function useUsers(isEnabled = true) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.users,
    queryFn: async ({ signal }) => (await client.listUsers({ signal })).body,
    enabled: isEnabled,
  })
}

/** Changes to accounts; each refreshes the list. */
export function useUserChanges() {
  const client = useClient()
  const queries = useQueryClient()
  const follow = () => queries.invalidateQueries({ queryKey: queryKeys.users })
  return {
    /** Adds an account with a generated password. */
    async create(user: NewUser) {
      const { body } = await client.createUser({ body: user })
      // Do not wait for the list to refresh: the password is shown only once.
      void follow()
      return body
    },
    async change(user: User, change: UserChange) {
      await client.changeUser({ params: { id: user.id }, body: change })
      await follow()
    },
    async remove(user: User) {
      await client.removeUser({ params: { id: user.id } })
      await follow()
    },
    async resetPassword(user: User, revokesKeys: boolean): Promise<GeneratedPassword> {
      const { body } = await client.resetPassword({ params: { id: user.id }, body: { revoke_keys: revokesKeys } })
      await Promise.all([follow(), queries.invalidateQueries({ queryKey: queryKeys.apiKeys })])
      return body
    },
  }
}
