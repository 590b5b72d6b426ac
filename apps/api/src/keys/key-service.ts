import { AppError, type ApiKey, type CreatedApiKey, type NewApiKey, type ProblemItem } from '@watchpost/contract'
import type * as Stored from '@watchpost/store'
import { hashToken, newKey } from '../http/caller/credential.ts'
import { readNetwork } from '../http/caller/network.ts'
import { type Actor, isGranted } from '../http/caller/permission.ts'
import { refuseKey } from './key-reach.ts'

/** Dependencies of the key service. Each change is audited in the same transaction. */
export interface KeyPorts {
  list(accountId?: number): Promise<Stored.ApiKeyEntry[]>
  create(
    key: Stored.NewApiKey,
    origin: Stored.AuditOrigin,
  ): Promise<Stored.ApiKeyEntry | 'no-owner' | 'name-taken' | 'expired'>
  remove(id: number, accountId: number | undefined, origin: Stored.AuditOrigin): Promise<'removed' | 'absent'>
}

export type KeyService = ReturnType<typeof createKeyService>

export function createKeyService(keys: KeyPorts) {
  return {
    /** All keys for an administrator, one's own for other roles. */
    list: async (actor: Actor): Promise<ApiKey[]> => (await keys.list(reachOf(actor))).map(wire),

    async create(wanted: NewApiKey, actor: Actor, origin: Stored.AuditOrigin): Promise<CreatedApiKey> {
      const key = newKey()
      const reach = {
        scopes: wanted.scopes,
        networks: readNetworks(wanted.networks ?? []),
        expiresAt: wanted.expires_at ? new Date(wanted.expires_at) : null,
      }
      refuseKey(actor, reach)
      const made = await keys.create(
        { accountId: wanted.user_id ?? actor.accountId, name: wanted.name, keyHash: hashToken(key), ...reach },
        origin,
      )
      if (made === 'no-owner') throw wrong('#/user_id', 'is not an enabled account whose role can have API keys')
      if (made === 'expired') throw wrong('#/expires_at', 'is over already')
      if (made === 'name-taken') throw new AppError('key-name-taken', `Another key is called ${wanted.name}.`)
      return { ...wire(made), key }
    },

    async remove(id: number, actor: Actor, origin: Stored.AuditOrigin): Promise<void> {
      const outcome = await keys.remove(id, reachOf(actor), origin)
      if (outcome === 'absent') throw new AppError('not-found', `There is no key ${id} that you may remove.`)
    },
  }
}

/** Callers that may create keys for others manage every key. */
function reachOf(actor: Actor): number | undefined {
  return isGranted(actor, 'key:write') ? undefined : actor.accountId
}

function readNetworks(given: readonly string[]): string[] {
  const networks = given.map(readNetwork)
  const errors: ProblemItem[] = networks.flatMap((network, at) =>
    network === 'invalid' ? [{ pointer: `#/networks/${at}`, detail: 'is not an IP address or CIDR network' }] : [],
  )
  if (errors.length > 0) throw new AppError('invalid-request', undefined, { errors })
  return [...new Set(networks)]
}

function wrong(pointer: string, detail: string): AppError {
  return new AppError('invalid-request', undefined, { errors: [{ pointer, detail }] })
}

function wire(key: Stored.ApiKeyEntry): ApiKey {
  return {
    id: key.id,
    name: key.name,
    user: { id: key.accountId, username: key.username },
    scopes: key.scopes,
    networks: key.networks,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_address: key.lastUsedAddress,
  }
}
