import type { Actor } from '../http/caller/permission.ts'

/** Whose share of the engine a request uses: an account, or an API key. */
export function callerOf(actor: Pick<Actor, 'accountId' | 'via' | 'credentialId'> | null): string {
  if (!actor) throw new Error('a search without a caller was reached')
  const { accountId, via, credentialId } = actor
  return via === 'key' ? `key ${credentialId}` : `account ${accountId}`
}

/** The background work of an account's jobs: a caller of its own, so that it does not use up the account's share. */
export function jobCallerOf({ accountId, username }: { accountId: number | null; username: string }): string {
  return `jobs of ${accountId === null ? username : `account ${accountId}`}`
}
