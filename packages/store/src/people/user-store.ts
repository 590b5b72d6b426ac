import { programRoles } from '@watchpost/contract/names'
import { sql, type Transaction } from 'kysely'
import { removeKeysOf } from './api-key-store.ts'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database, Role } from '../database/database.ts'
import { nameCounter } from './failure-counter.ts'
import { endWithPassword, type PasswordEffects, type PasswordEnds } from './password-effects.ts'
import { endSessions } from './session-rows.ts'
import { findUser, insertUser, lockAccounts, type NewUser, trace, type User, userRows } from './user-rows.ts'

export interface UserChange {
  role?: Role | undefined
  isDisabled?: boolean | undefined
}

export interface NewPassword extends PasswordEnds {
  passwordHash: string
  mustChangePassword: boolean
  /** Only changes the password if the current hash is this one. */
  replaces?: string
}

/** Called with a change while the account is locked. If it throws, nothing is changed and the error is rethrown. */
export type Permit = (before: User, after: User) => void

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(store: Store) {
  const { db, now } = store

  return {
    async find(id: number): Promise<User | 'absent'> {
      return (await findUser(db, id)) ?? 'absent'
    },

    /** All accounts, ordered by name. */
    list(): Promise<User[]> {
      return userRows(db).orderBy(sql`lower(username)`).execute()
    },

    create(user: NewUser, origin: AuditOrigin): Promise<User | 'username-taken'> {
      return auditedChange<User | 'username-taken'>(store, origin, async (trx) => {
        await lockAccounts(trx)
        const holder = await trx
          .selectFrom('account')
          .select('id')
          .where(sql`lower(username)`, '=', sql`lower(${user.username})`)
          .executeTakeFirst()
        if (holder) return { result: 'username-taken', audit: [] }
        const made = await insertUser(trx, user)
        return { result: made, audit: { action: 'user.create', ...trace(null, made) } }
      })
    },

    /**
     * Changes role or state. A role change ends the sessions. Disabling an account, or giving it a role that cannot
     * have keys, also removes the keys.
     */
    change(
      id: number,
      change: UserChange,
      origin: AuditOrigin,
      permit?: Permit,
    ): Promise<User | 'absent' | 'last-administrator'> {
      return auditedChange<User | 'absent' | 'last-administrator'>(store, origin, async (trx) => {
        await lockAccounts(trx)
        const before = await findUser(trx, id)
        if (!before) return { result: 'absent', audit: [] }
        const role = change.role ?? before.role
        const isDisabled = change.isDisabled ?? before.isDisabled
        if (role === before.role && isDisabled === before.isDisabled) return { result: before, audit: [] }
        const after = { ...before, role, isDisabled }
        permit?.(before, after)
        if ((role !== 'administrator' || isDisabled) && (await isLastAdministrator(trx, before))) {
          return { result: 'last-administrator', audit: [] }
        }
        await trx
          .updateTable('account')
          .set({ role, disabled_at: isDisabled ? sql`coalesce(disabled_at, ${now()})` : null })
          .where('id', '=', id)
          .execute()
        await endSessions(store, trx, id)
        const keys = isDisabled || !programRoles.includes(role) ? await removeKeysOf(trx, id) : []
        return { result: after, audit: [{ action: 'user.change', ...trace(before, after) }, ...keys] }
      })
    },

    /** Removes an account with its sessions and keys. Its id is never reused. */
    remove(id: number, origin: AuditOrigin): Promise<'removed' | 'absent' | 'last-administrator'> {
      return auditedChange<'removed' | 'absent' | 'last-administrator'>(store, origin, async (trx) => {
        await lockAccounts(trx)
        const before = await findUser(trx, id)
        if (!before) return { result: 'absent', audit: [] }
        if (await isLastAdministrator(trx, before)) return { result: 'last-administrator', audit: [] }
        const keys = await removeKeysOf(trx, id)
        await trx.deleteFrom('account').where('id', '=', id).execute()
        return { result: 'removed', audit: [{ action: 'user.remove', ...trace(before, null) }, ...keys] }
      })
    },

    /** Sets a password, ends the sessions that used the old one, and clears the login delays of the account. */
    setPassword(
      id: number,
      password: NewPassword,
      origin: AuditOrigin,
      permit?: Permit,
    ): Promise<PasswordEffects | 'absent' | 'outdated'> {
      return auditedChange<PasswordEffects | 'absent' | 'outdated'>(store, origin, async (trx) => {
        // Lock the account, so that its role cannot change between the permission check and the update.
        const before = await userRows(trx).where('id', '=', id).forUpdate().executeTakeFirst()
        if (!before) return { result: 'absent', audit: [] }
        const { mustChangePassword } = password
        const after = { ...before, mustChangePassword }
        permit?.(before, after)
        const changed = await trx
          .updateTable('account')
          .set({
            password_hash: password.passwordHash,
            must_change_password: mustChangePassword,
            password_changed_at: now(),
          })
          .where('id', '=', id)
          .$if(password.replaces !== undefined, (query) => query.where('password_hash', '=', password.replaces ?? ''))
          .returning('id')
          .executeTakeFirst()
        if (!changed) return { result: 'outdated', audit: [] }
        const { effects, audit: keys } = await endWithPassword(store, trx, id, password)
        await trx
          .deleteFrom('login_lane')
          .where((where) =>
            where.or([where('lane', '=', nameCounter(before.username)), where('lane', 'like', `known:${id}:%`)]),
          )
          .execute()
        return { result: effects, audit: [{ action: 'user.password', ...trace(before, after) }, ...keys] }
      })
    },
  }
}

async function isLastAdministrator(trx: Transaction<Database>, { id, role, isDisabled }: User): Promise<boolean> {
  if (role !== 'administrator' || isDisabled) return false
  const other = await trx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other === undefined
}
