import { AppError, type ProblemItem } from '@watchpost/contract'
import type { Role, Scope, User } from '@watchpost/store'
import { isNetworkWithin } from '../http/caller/network.ts'
import { type Actor, permissionsBeyond, permissionsOfRole, scopeOf } from '../http/caller/permission.ts'

type Grantor = Pick<Actor, 'role' | 'via' | 'scopes' | 'networks' | 'expiresAt'>

interface WantedKey {
  scopes: readonly Scope[]
  networks: readonly string[]
  expiresAt: Date | null
}

/** Rejects a new key that could do more than the key that creates it. A session is limited by its role alone. */
export function refuseKey(actor: Grantor, wanted: WantedKey): void {
  if (actor.via !== 'key') return
  refuse([...scopeExcess(actor, wanted), ...networkExcess(actor, wanted), ...timeExcess(actor, wanted)])
}

/** Rejects a change by a key if the account could then do more than the key. The pointer names the member at fault. */
export function refuseAccount(actor: Grantor, role: Role, pointer?: string): void {
  if (actor.via !== 'key') return
  const place: Pick<ProblemItem, 'pointer'> = pointer === undefined ? {} : { pointer }
  const lacked = [...new Set(permissionsBeyond(actor, role).map(scopeOf))]
  const details = [
    lacked.length > 0 && `an account with the role ${role} can do what needs the scopes ${lacked.join(', ')}`,
    actor.networks.length > 0 &&
      `an account can be used from anywhere, this key only from ${actor.networks.join(', ')}`,
    actor.expiresAt !== null && `an account has no end, this key ends at ${actor.expiresAt}`,
  ]
  refuse(details.flatMap((detail) => (detail ? [{ ...place, detail: `${detail}: ${elsewhere}` }] : [])))
}

/** Whether a change grants an account anything new. */
export function isWider(before: Pick<User, 'role' | 'isDisabled'>, after: Pick<User, 'role' | 'isDisabled'>): boolean {
  const isEnabled = before.isDisabled && !after.isDisabled
  const had = new Set(isEnabled ? [] : permissionsOfRole(before.role))
  return permissionsOfRole(after.role).some((each) => !had.has(each))
}

const elsewhere = 'log in as an administrator, or use a key without this limit'

function scopeExcess({ scopes }: Grantor, wanted: WantedKey): ProblemItem[] {
  return wanted.scopes.flatMap((scope, at) =>
    scopes === null || scopes.includes(scope)
      ? []
      : [{ pointer: `#/scopes/${at}`, detail: `this key does not have the scope ${scope}: leave it out` }],
  )
}

function networkExcess({ networks: own }: Grantor, { networks }: WantedKey): ProblemItem[] {
  if (own.length === 0) return []
  if (networks.length === 0) {
    return [{ pointer: '#/networks', detail: `this key is limited: name networks within ${own.join(', ')}` }]
  }
  return networks.flatMap((network, at) =>
    isNetworkWithin(network, own)
      ? []
      : [{ pointer: `#/networks/${at}`, detail: `${network} is not within ${own.join(', ')}: narrow it` }],
  )
}

function timeExcess({ expiresAt: own }: Grantor, { expiresAt }: WantedKey): ProblemItem[] {
  if (own === null || (expiresAt !== null && expiresAt.getTime() <= Date.parse(own))) return []
  return [{ pointer: '#/expires_at', detail: `this key ends at ${own}: give that time or an earlier one` }]
}

function refuse(errors: readonly ProblemItem[]): void {
  const [first] = errors
  if (!first) return
  const detail = `${first.pointer ? `\`${first.pointer.slice(2)}\`: ` : ''}${first.detail}.`
  throw new AppError('exceeds-own-key', detail, { errors })
}
