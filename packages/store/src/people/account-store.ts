import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Role } from '../database/database.ts'
import { insertUser, lockAccounts, type NewUser, trace } from './user-rows.ts'

/** The fields of an account that a login needs. */
export interface Account {
  id: number
  username: string
  passwordHash: string
  role: Role
  isDisabled: boolean
  mustChangePassword: boolean
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(store: Store) {
  const { db } = store

  return {
    /** Creates the first administrator of a new appliance, exactly once even if many copies try at the same time. */
    createFirstAdministrator(user: Omit<NewUser, 'role'>, origin: AuditOrigin): Promise<'created' | 'exists'> {
      return auditedChange<'created' | 'exists'>(store, origin, async (trx) => {
        await lockAccounts(trx)
        const first = await trx
          .selectFrom('account')
          .select('id')
          .where('role', '=', 'administrator')
          .executeTakeFirst()
        if (first) return { result: 'exists', audit: [] }
        const made = await insertUser(trx, { ...user, role: 'administrator' })
        return { result: 'created', audit: { action: 'user.create', ...trace(null, made) } }
      })
    },

    /** Case-insensitive. */
    async findByUsername(username: string): Promise<Account | 'absent'> {
      const row = await db
        .selectFrom('account')
        .select(['id', 'username', 'password_hash as passwordHash', 'role'])
        .select('must_change_password as mustChangePassword')
        .select(sql<boolean>`disabled_at is not null`.as('isDisabled'))
        .where(sql`lower(username)`, '=', sql`lower(${username})`)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Stores a new hash of the same password. It is not audited, because no user asked for it. */
    async rehash(id: number, from: string, to: string): Promise<void> {
      await db
        .updateTable('account')
        .set({ password_hash: to })
        .where('id', '=', id)
        .where('password_hash', '=', from)
        .execute()
    },
  }
}
