import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database, Role } from '../database/database.ts'

/** An account as administrators see it. */
export interface User {
  id: number
  username: string
  role: Role
  isDisabled: boolean
  mustChangePassword: boolean
  createdAt: Date
  passwordChangedAt: Date
  lastLoginAt: Date | null
}

export interface NewUser {
  username: string
  role: Role
  passwordHash: string
  mustChangePassword: boolean
}

type Reader = Pick<Store['db'], 'selectFrom'>

/** Serialise changes, so that two cannot each remove an administrator and leave none. */
export async function lockAccounts(trx: Transaction<Database>): Promise<void> {
  await sql`lock table account in share row exclusive mode`.execute(trx)
}

/** All accounts as users, as a query to filter. */
export function userRows(db: Reader) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'role', 'must_change_password as mustChangePassword'])
    .select(['created_at as createdAt', 'password_changed_at as passwordChangedAt', 'last_login_at as lastLoginAt'])
    .select(sql<boolean>`disabled_at is not null`.as('isDisabled'))
}

export function findUser(db: Reader, id: number): Promise<User | undefined> {
  return userRows(db).where('id', '=', id).executeTakeFirst()
}

export async function insertUser(trx: Transaction<Database>, user: NewUser): Promise<User> {
  const { id } = await trx
    .insertInto('account')
    .values({
      username: user.username,
      password_hash: user.passwordHash,
      role: user.role,
      must_change_password: user.mustChangePassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await findUser(trx, id)
  if (!made) throw new Error('the database returned no account')
  return made
}

/** Before and after for the audit, without generated timestamps and passwords. */
export function trace(before: User | null, after: User | null) {
  const shown = (user: User | null) =>
    user && {
      username: user.username,
      role: user.role,
      disabled: user.isDisabled,
      must_change_password: user.mustChangePassword,
    }
  return { object: `user/${before?.id ?? after?.id}`, before: shown(before), after: shown(after) }
}
