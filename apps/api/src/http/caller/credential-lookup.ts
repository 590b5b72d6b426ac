import type { LiveApiKey, LiveSession, SessionKind } from '@watchpost/store'
import type { CredentialLookup } from './authenticate.ts'

/** The stores of sessions and keys. */
export interface CredentialStores {
  sessions: {
    findLive(kind: SessionKind, tokenHash: Uint8Array): Promise<LiveSession | 'absent'>
    touch(id: number): Promise<void>
  }
  keys: {
    findLive(keyHash: Uint8Array): Promise<LiveApiKey | 'absent'>
    touch(id: number, address: string): Promise<void>
  }
}

/** Sessions and keys behind one interface, for the header `API-KEY` and the cookie. */
export function createCredentialLookup({ sessions, keys }: CredentialStores): CredentialLookup {
  return {
    async findLive({ via, hash }) {
      if (via === 'key') {
        const key = await keys.findLive(hash)
        // A key has no password, so none must be changed and none can be confirmed.
        return key === 'absent' ? key : { ...key, loginEndsAt: null, mustChangePassword: false, isConfirmed: true }
      }
      const session = await sessions.findLive(via, hash)
      if (session === 'absent') return session
      const isToken = via === 'token'
      // A browser session is never refreshed, so it ends with its cookie.
      const loginEndsAt = isToken ? session.loginEndsAt : session.expiresAt
      // Only browsers can be tricked into cross-site requests, so a token needs no confirmation.
      return { ...session, loginEndsAt, scopes: null, networks: [], isConfirmed: isToken || session.isConfirmed }
    },

    touch: ({ via }, id, address) => (via === 'key' ? keys.touch(id, address) : sessions.touch(id)),
  }
}
