import type { LiveCredential } from '../../src/http/caller/authenticate.ts'
import type { Actor } from '../../src/http/caller/permission.ts'

/** A live session of an operator, with optional overrides. */
export function aLiveCredential(differs: Partial<LiveCredential> = {}): LiveCredential {
  return {
    id: 7,
    accountId: 1,
    username: 'operator',
    role: 'operator',
    scopes: null,
    networks: [],
    mustChangePassword: false,
    expiresAt: '2026-11-14T09:12:33.412345Z',
    loginEndsAt: '2026-11-21T01:12:33.412345Z',
    isConfirmed: true,
    isUseStale: false,
    ...differs,
  }
}

/** An operator with a token, with optional overrides. */
export function anActor(differs: Partial<Actor> = {}): Actor {
  return {
    accountId: 1,
    username: 'operator',
    role: 'operator',
    via: 'token',
    credentialId: 7,
    credentialPrefix: '01010101',
    credentialHash: Buffer.alloc(32, 1),
    scopes: null,
    networks: [],
    mustChangePassword: false,
    expiresAt: '2026-11-14T09:12:33.412345Z',
    loginEndsAt: '2026-11-21T01:12:33.412345Z',
    ...differs,
  }
}
