import { AppError, type LoginRequest, type LoginResponse, type Me } from '@watchpost/contract'
import { programRoles } from '@watchpost/contract/names'
import type { Account, AuditOrigin, BegunSession, NewSession, SessionKind } from '@watchpost/store'
import { hashToken, newCookie, newToken } from '../http/caller/credential.ts'
import type { Actor } from '../http/caller/permission.ts'
import { expirationDate, meOf } from './me.ts'
import type { Attempted, LoginOutcome, PasswordCheck, Whence } from './password-check.ts'

/** Dependencies of the login. */
export interface LoginPorts {
  check: PasswordCheck
  sessions: {
    create(session: NewSession, origin: AuditOrigin): Promise<BegunSession | 'outdated'>
    refresh(
      tokenHash: Uint8Array,
      next: Omit<NewSession, 'passwordHash' | 'kind' | 'accountId'>,
      origin: AuditOrigin,
    ): Promise<BegunSession | 'absent'>
    end(accountId: number, id: number, origin: AuditOrigin): Promise<'ended' | 'absent'>
  }
  settings: { read(): Promise<{ sessionAgeSeconds: number }> }
  /** Removes a session from this instance's cache, so that it ends here without delay. */
  forget(credentialHash: Uint8Array): void
  record(outcome: LoginOutcome, who: Attempted & Whence): void
}

export interface IssuedToken {
  body: LoginResponse
  expiresInSeconds: number
}

export interface IssuedCookie {
  value: string
  ageSeconds: number
  me: Me
}

export type LoginService = ReturnType<typeof createLoginService>

export function createLoginService({ check, sessions, settings, forget, record }: LoginPorts) {
  async function begin(account: Account, kind: SessionKind, token: string, from: Whence) {
    const { sessionAgeSeconds: ageSeconds } = await settings.read()
    const { id: accountId, username, passwordHash } = account
    const { address, userAgent, requestId } = from
    const tokenHash = hashToken(token)
    const origin = {
      accountId,
      username,
      via: 'login',
      credentialPrefix: prefixOf(tokenHash),
      address,
      requestId,
    } as const
    const begun = await sessions.create(
      { tokenHash, kind, accountId, passwordHash, ageSeconds, address, userAgent },
      origin,
    )
    // The password was changed or the account disabled between the check and now.
    if (begun === 'outdated') {
      record('wrong', { accountId, username, ...from })
      throw new AppError('wrong-credentials')
    }
    record('signed-in', { accountId, username, ...from })
    return begun
  }

  return {
    /** For programs: a token. */
    async login({ username, password }: LoginRequest, from: Whence): Promise<IssuedToken> {
      const account = await check(username, password, from)
      if (!programRoles.includes(account.role)) {
        record('no-rights', { accountId: account.id, username: account.username, ...from })
        throw new AppError('forbidden', 'Logging in to the API needs operator rights.')
      }
      const token = newToken()
      return issued(token, await begin(account, 'token', token, from))
    },

    /** For browsers: a cookie. */
    async signIn({ username, password }: LoginRequest, from: Whence): Promise<IssuedCookie> {
      const account = await check(username, password, from)
      const value = newCookie()
      const { expiresAt, lifeSeconds } = await begin(account, 'cookie', value, from)
      const ends = { expiresAt, loginEndsAt: expiresAt }
      const me = meOf({ ...account, accountId: account.id, via: 'cookie', scopes: null, ...ends })
      return { value, ageSeconds: lifeSeconds, me }
    },

    /** Replaces the current token, which ends. The end of the login stays the same. */
    async refresh(actor: Actor, origin: AuditOrigin, userAgent: string): Promise<IssuedToken> {
      if (actor.via !== 'token') throw new AppError('forbidden', 'Only the token of a login can be replaced.')
      const { sessionAgeSeconds: ageSeconds } = await settings.read()
      const token = newToken()
      const next = { tokenHash: hashToken(token), ageSeconds, address: origin.address, userAgent }
      const begun = await sessions.refresh(actor.credentialHash, next, origin)
      if (begun === 'absent') throw new AppError('unauthenticated', 'The token is unknown, or has ended.')
      forget(actor.credentialHash)
      return issued(token, begun)
    },

    /** Ends the current session. Ending it twice is not an error. */
    async logout(actor: Actor, origin: AuditOrigin): Promise<void> {
      await sessions.end(actor.accountId, actor.credentialId, origin)
      forget(actor.credentialHash)
    },
  }
}

function issued(token: string, { expiresAt, loginEndsAt, lifeSeconds }: BegunSession): IssuedToken {
  const ends = { expiration_date: expirationDate(expiresAt), session_expiration_date: expirationDate(loginEndsAt) }
  return { body: { token, ...ends }, expiresInSeconds: lifeSeconds }
}

function prefixOf(hash: Buffer): string {
  return hash.toString('hex').slice(0, 8)
}
