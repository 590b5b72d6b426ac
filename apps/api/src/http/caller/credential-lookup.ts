import type { LiveApiKey, LiveSession, SessionKind } from '@watchpost/store'
import type { CredentialLookup } from './authenticate.ts'

/** Where sessions and keys are kept. */
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

/** Sessions and keys as one: whatever may stand in the header `API-KEY`, and the cookie. */
export function createCredentialLookup({ sessions, keys }: CredentialStores): CredentialLookup {
  return {
    async findLive({ via, hash }) {
      if (via === 'key') {
        const key = await keys.findLive(hash)
        // No password is behind a key: none has to be changed, and none can be asked for.
        return key === 'absent' ? key : { ...key, loginEndsAt: null, mustChangePassword: false, isConfirmed: true }
      }
      const session = await sessions.findLive(via, hash)
      if (session === 'absent') return session
      const isToken = via === 'token'
      // A browser's session is never refreshed, so it ends with its cookie.
      const loginEndsAt = isToken ? session.loginEndsAt : session.expiresAt
      // A program that holds a token cannot be tricked into a request as a browser can.
      return { ...session, loginEndsAt, scopes: null, networks: [], isConfirmed: isToken || session.isConfirmed }
    },

    touch: ({ via }, id, address) => (via === 'key' ? keys.touch(id, address) : sessions.touch(id)),
  }
}
