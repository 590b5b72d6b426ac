import { sql } from 'kysely'
import type { Store } from './connect-store.ts'
import type { Role } from './database.ts'

export interface Account {
  id: number
  username: string
  passwordHash: string
  role: Role
  isDisabled: boolean
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore({ db }: Store) {
  return {
    /** Makes the administrator that a new appliance starts with, once, however many copies try at the same time. */
    createFirstAdministrator(account: { username: string; passwordHash: string }): Promise<'created' | 'exists'> {
      return db.transaction().execute(async (trx) => {
        await sql`lock table account in share row exclusive mode`.execute(trx)
        const first = await trx
          .selectFrom('account')
          .select('id')
          .where('role', '=', 'administrator')
          .executeTakeFirst()
        if (first) return 'exists'
        await trx
          .insertInto('account')
          .values({ username: account.username, password_hash: account.passwordHash, role: 'administrator' })
          .execute()
        return 'created'
      })
    },

    /** Upper and lower case are the same name. */
    async findByUsername(username: string): Promise<Account | 'absent'> {
      const row = await db
        .selectFrom('account')
        .select(['id', 'username', 'password_hash', 'role', 'disabled_at'])
        .where(sql`lower(username)`, '=', sql`lower(${username})`)
        .executeTakeFirst()
      if (!row) return 'absent'
      const { id, role } = row
      return {
        id,
        username: row.username,
        passwordHash: row.password_hash,
        role,
        isDisabled: row.disabled_at !== null,
      }
    },
  }
}
