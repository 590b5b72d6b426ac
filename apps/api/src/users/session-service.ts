import {
  AppError,
  type ConfirmRequest,
  type PasswordChange,
  type PasswordEffects,
  type Session,
} from '@watchpost/contract'
import type { AuditOrigin, NewPassword, PasswordEffects as StoredEffects, SessionEntry } from '@watchpost/store'
import type { Actor } from '../http/caller/permission.ts'
import type { PasswordCheck, Whence } from './password-check.ts'
import { effectsOf } from './password-effects.ts'
import type { PasswordRules } from './password-rules.ts'

/** Dependencies for managing one's own sessions and password. */
export interface SessionPorts {
  check: PasswordCheck
  rules: PasswordRules
  hash(password: string): Promise<string>
  sessions: {
    list(accountId: number): Promise<SessionEntry[]>
    end(accountId: number, id: number, origin: AuditOrigin): Promise<'ended' | 'absent'>
    endAll(accountId: number, origin: AuditOrigin): Promise<number>
    confirm(id: number, origin: AuditOrigin): Promise<'confirmed' | 'absent'>
  }
  users: {
    setPassword(id: number, password: NewPassword, origin: AuditOrigin): Promise<StoredEffects | 'absent' | 'outdated'>
  }
  forget(credentialHash: Uint8Array): void
}

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({ check, rules, hash, sessions, users, forget }: SessionPorts) {
  return {
    async list(accountId: number, actor: Actor): Promise<Session[]> {
      const entries = await sessions.list(accountId)
      return entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        is_current: actor.via !== 'key' && actor.credentialId === entry.id,
        address: entry.address,
        user_agent: entry.userAgent,
        created_at: entry.createdAt.toISOString(),
        last_used_at: entry.lastUsedAt.toISOString(),
        expires_at: entry.expiresAt.toISOString(),
      }))
    },

    async end(accountId: number, id: number, actor: Actor, origin: AuditOrigin): Promise<void> {
      const outcome = await sessions.end(accountId, id, origin)
      if (outcome === 'absent') throw new AppError('not-found', `The account has no live session ${id}.`)
      if (id === actor.credentialId) forget(actor.credentialHash)
    },

    async endAll(accountId: number, actor: Actor, origin: AuditOrigin): Promise<void> {
      await sessions.endAll(accountId, origin)
      if (accountId === actor.accountId) forget(actor.credentialHash)
    },

    /** Allows dangerous changes to a browser session for some minutes. */
    async confirm(actor: Actor, { password }: ConfirmRequest, origin: AuditOrigin, from: Whence): Promise<void> {
      if (actor.via !== 'cookie') throw new AppError('forbidden', 'Only a browser session has to be confirmed.')
      await recognise(actor, password, from)
      const outcome = await sessions.confirm(actor.credentialId, origin)
      if (outcome === 'absent') throw new AppError('unauthenticated', 'The session has ended.')
    },

    /** Changes the password and ends the other sessions, so that anyone who knew the old one is signed out. */
    async changePassword(
      actor: Actor,
      change: PasswordChange,
      origin: AuditOrigin,
      from: Whence,
    ): Promise<PasswordEffects> {
      const account = await recognise(actor, change.current_password, from)
      rules.check(change.new_password, { username: actor.username, pointer: '#/new_password' })
      if (change.new_password.normalize('NFC') === change.current_password.normalize('NFC')) {
        const errors = [{ pointer: '#/new_password', detail: 'is the present one' }]
        throw new AppError('password-refused', 'The new password is the present one.', { errors })
      }
      const outcome = await users.setPassword(
        actor.accountId,
        {
          passwordHash: await hash(change.new_password),
          mustChangePassword: false,
          replaces: account.passwordHash,
          keepSessionId: actor.credentialId,
          revokesKeys: change.revoke_keys ?? false,
        },
        origin,
      )
      if (typeof outcome === 'string') throw new AppError('wrong-password', 'The password was changed in the meantime.')
      forget(actor.credentialHash)
      return effectsOf(outcome)
    },
  }

  /** The caller's token is valid, so a wrong password must not log out: the problem differs from that of a login. */
  async function recognise(actor: Actor, password: string, from: Whence) {
    try {
      return await check(actor.username, password, from)
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong-credentials') throw new AppError('wrong-password')
      throw error
    }
  }
}
