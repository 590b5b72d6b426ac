import { type Actor, isGranted } from '../http/caller/permission.ts'
import { callerOf } from '../queues/caller-of.ts'
import type { Searcher } from './search-service.ts'

/** Whose share of the engine a caller uses, and the permissions that their answers depend on. */
export function searcherOf(
  actor: Pick<Actor, 'accountId' | 'role' | 'via' | 'credentialId' | 'scopes'> | null,
): Searcher {
  if (!actor) throw new Error('a search without a caller was reached')
  const { role, scopes } = actor
  return {
    caller: callerOf(actor),
    rights: scopes === null ? role : `${role} ${scopes.toSorted().join()}`,
    profile: isGranted(actor, 'event:expert') ? 'expert' : 'operator',
  }
}
