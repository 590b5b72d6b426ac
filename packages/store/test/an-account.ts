import { randomBytes } from 'node:crypto'
import type { AuditOrigin } from '../src/audit/audit-store.ts'
import type { Store } from '../src/database/connect-store.ts'
import type { Role } from '../src/database/database.ts'
import { createUserStore } from '../src/people/user-store.ts'

export const somePasswordHash =
  '$argon2id$v=19$m=47104,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'

/** The origin of a change at the console. */
export function anOrigin(): AuditOrigin {
  return { accountId: null, username: 'root', via: 'console', credentialPrefix: null, address: '', requestId: 'r-1' }
}

/** Creates an account with a unique name; returns its id. */
export async function anAccount(store: Store, role: Role = 'operator', username?: string): Promise<number> {
  const made = await createUserStore(store).create(
    {
      username: username ?? `user-${randomBytes(4).toString('hex')}`,
      role,
      passwordHash: somePasswordHash,
      mustChangePassword: false,
    },
    anOrigin(),
  )
  if (typeof made === 'string') throw new Error(made)
  return made.id
}
