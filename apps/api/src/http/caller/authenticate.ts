import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@watchpost/contract'
import { programRoles, type Role, type Scope } from '@watchpost/contract/names'
import { type Credential, credentialOf } from './credential.ts'
import { refuseCrossSite } from './cross-site.ts'
import { isWithin } from './network.ts'
import { type Actor, isGranted, isOpenEarly, type Permission } from './permission.ts'

/** A session or a key that has not expired, with the current state of its account. */
export interface LiveCredential {
  id: number
  accountId: number
  username: string
  role: Role
  scopes: readonly Scope[] | null
  networks: readonly string[]
  mustChangePassword: boolean
  expiresAt: string | null
  /** When the login behind it ends; null for a key. */
  loginEndsAt: string | null
  /** The password was entered in the last minutes, or need not be. */
  isConfirmed: boolean
  /** Its last use was recorded more than a minute ago. */
  isUseStale: boolean
}

/** Storage that authentication needs. */
export interface CredentialLookup {
  /** `isFresh` bypasses the cache, whose answers are up to a second old. */
  findLive(credential: Credential, isFresh?: boolean): Promise<LiveCredential | 'absent'>
  /** Records a use. */
  touch(credential: Credential, id: number, address: string): Promise<void>
}

/** The parts of a request that identify the caller. */
export interface Caller {
  method: string
  headers: IncomingHttpHeaders
  address: string
}

/** The requirements of a route. */
export interface Demand {
  permission: Permission
  /** A change that a browser may make only within minutes after entering the password. */
  isDangerous?: boolean | undefined
  /** The console polls it, so it does not keep an idle browser session alive. */
  isPolled?: boolean | undefined
}

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Authenticates a request and checks the requirements of the route. */
export function createAuthenticate(credentials: CredentialLookup) {
  return async (
    caller: Caller,
    { permission, isDangerous = false, isPolled = false }: Demand,
  ): Promise<Actor | null> => {
    if (permission === 'public') return null
    const credential = credentialOf(caller.headers)
    if (credential === 'none') {
      throw new AppError('unauthenticated', 'Send the token of a login, or an API key, in the header API-KEY.')
    }
    const live = credential === 'malformed' ? 'absent' : await credentials.findLive(credential)
    if (credential === 'malformed' || live === 'absent') {
      throw new AppError('unauthenticated', 'The token is unknown, or has ended.')
    }
    if (credential.via === 'cookie') refuseCrossSite(caller)
    if (live.networks.length > 0 && !isWithin(caller.address, live.networks)) throw new AppError('source-not-allowed')
    if (live.mustChangePassword && !isOpenEarly(permission)) throw new AppError('password-change-needed')
    const actor = actorOf(credential, live)
    if (!isGranted(actor, permission)) throw new AppError('forbidden', refusalOf(actor, permission))
    if (isDangerous && !(await isConfirmed(credential, live))) throw new AppError('confirmation-needed')
    if (live.isUseStale && !(isPolled && credential.via === 'cookie'))
      await credentials.touch(credential, live.id, caller.address)
    return actor
  }

  /** The cached answer may be older than the password confirmation, so look it up again. */
  async function isConfirmed(credential: Credential, live: LiveCredential): Promise<boolean> {
    if (live.isConfirmed) return true
    const fresh = await credentials.findLive(credential, true)
    return fresh !== 'absent' && fresh.isConfirmed
  }
}

function actorOf({ via, hash }: Credential, live: LiveCredential): Actor {
  const { accountId, username, role, scopes, networks, mustChangePassword, expiresAt, loginEndsAt } = live
  return {
    accountId,
    username,
    role,
    via,
    credentialId: live.id,
    credentialPrefix: via === 'key' ? String(live.id) : hash.toString('hex').slice(0, 8),
    credentialHash: hash,
    scopes,
    networks,
    mustChangePassword,
    expiresAt,
    loginEndsAt,
  }
}

function refusalOf({ role, via }: Actor, permission: Permission): string {
  if (via === 'key') return `Neither role nor scopes of the key include ${permission}.`
  if (via === 'token' && !programRoles.includes(role)) return `The role ${role} signs in with a browser only.`
  return `The role ${role} does not include ${permission}.`
}
