import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@watchpost/contract'
import { type Actor, isGranted, type Permission } from './permission.ts'

/** What authentication needs from storage. */
export interface SessionLookup {
  findLive(tokenHash: Uint8Array): Promise<Pick<Actor, 'accountId' | 'username' | 'role'> | 'absent'>
}

export type Authenticate = ReturnType<typeof createAuthenticate>

const tokenPattern = /^apk_[A-Za-z0-9_-]{43}$/

/** Who a request is from, and whether they may do what the route demands. */
export function createAuthenticate(sessions: SessionLookup) {
  return async (headers: IncomingHttpHeaders, permission: Permission): Promise<Actor | null> => {
    if (permission === 'public') return null
    const token = tokenOf(headers)
    if (!token) throw new AppError('unauthenticated', 'Send the token of a login in the header API-KEY.')
    const hash = hashToken(token)
    const session = tokenPattern.test(token) ? await sessions.findLive(hash) : 'absent'
    if (session === 'absent') throw new AppError('unauthenticated', 'The token is unknown, or has ended.')
    if (!isGranted(session.role, permission)) {
      throw new AppError('forbidden', `The role ${session.role} does not include ${permission}.`)
    }
    const { accountId, username, role } = session
    return { accountId, username, role, via: 'token', credentialPrefix: hash.toString('hex').slice(0, 8) }
  }
}

/** Only this is ever stored: whoever reads the database finds no token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['api-key']
  if (typeof key === 'string') return key
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
