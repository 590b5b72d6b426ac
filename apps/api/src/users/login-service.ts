import { randomBytes } from 'node:crypto'
import { AppError, type LoginRequest, type LoginResponse } from '@watchpost/contract'
import type { Role } from '@watchpost/store'
import type { BoundedQueue } from '../bounded-queue.ts'
import { hashToken } from '../http/authenticate.ts'

/** What logging in needs. */
export interface LoginPorts {
  accounts: {
    findByUsername(
      username: string,
    ): Promise<{ id: number; passwordHash: string; role: Role; isDisabled: boolean } | 'absent'>
  }
  sessions: {
    create(session: { tokenHash: Uint8Array; accountId: number; ageSeconds: number }): Promise<{ expiresAt: string }>
  }
  settings: { read(): Promise<{ sessionAgeSeconds: number }> }
  passwords: {
    verify(password: string, hash: string): Promise<boolean>
    /** Checked for a name that nobody has, so that the answer takes as long. */
    nobodysHash: string
  }
  /** A hash costs 46 MiB and a tenth of a second: a flood of logins must not take the machine. */
  hashing: BoundedQueue
}

export type LoginService = ReturnType<typeof createLoginService>

export function createLoginService({ accounts, sessions, settings, passwords, hashing }: LoginPorts) {
  return {
    async login({ username, password }: LoginRequest): Promise<LoginResponse> {
      const account = await accounts.findByUsername(username)
      const hash = account === 'absent' ? passwords.nobodysHash : account.passwordHash
      const isRight = await hashing.run(() => passwords.verify(password, hash))
      if (account === 'absent' || account.isDisabled || !isRight) throw new AppError('wrong-credentials')
      if (account.role === 'viewer') throw new AppError('forbidden', 'Logging in to the API needs operator rights.')

      const token = `apk_${randomBytes(32).toString('base64url')}`
      const { sessionAgeSeconds } = await settings.read()
      const { expiresAt } = await sessions.create({
        tokenHash: hashToken(token),
        accountId: account.id,
        ageSeconds: sessionAgeSeconds,
      })
      // The specification wants no zone designator; the time is UTC.
      return { token, expiration_date: expiresAt.replace(/Z$/, '') }
    },
  }
}
