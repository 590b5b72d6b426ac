import { randomBytes } from 'node:crypto'
import {
  AppError,
  type CreatedUser,
  type GeneratedPassword,
  type NewUser,
  type PasswordReset,
  type User,
  type UserChange,
} from '@watchpost/contract'
import type * as Stored from '@watchpost/store'
import type { Actor } from '../http/caller/permission.ts'
import { isWider, refuseAccount } from '../keys/key-reach.ts'
import { effectsOf } from './password-effects.ts'
import type { PasswordRules } from './password-rules.ts'

/** Dependencies of the user service. Each change is audited in the same transaction. */
export interface UserPorts {
  users: {
    list(): Promise<Stored.User[]>
    find(id: number): Promise<Stored.User | 'absent'>
    create(user: Stored.NewUser, origin: Stored.AuditOrigin): Promise<Stored.User | 'username-taken'>
    change(
      id: number,
      change: Stored.UserChange,
      origin: Stored.AuditOrigin,
      permit: Stored.Permit,
    ): Promise<Stored.User | 'absent' | 'last-administrator'>
    remove(id: number, origin: Stored.AuditOrigin): Promise<'removed' | 'absent' | 'last-administrator'>
    setPassword(
      id: number,
      password: Stored.NewPassword,
      origin: Stored.AuditOrigin,
      permit: Stored.Permit,
    ): Promise<Stored.PasswordEffects | 'absent' | 'outdated'>
  }
  hash(password: string): Promise<string>
  rules: PasswordRules
}

export type UserService = ReturnType<typeof createUserService>

export function createUserService({ users, hash, rules }: UserPorts) {
  async function find(id: number): Promise<User> {
    const user = await users.find(id)
    if (user === 'absent') throw nobody(id)
    return wire(user)
  }

  return {
    find,
    list: async (): Promise<User[]> => (await users.list()).map(wire),

    async create(wanted: NewUser, actor: Actor, origin: Stored.AuditOrigin): Promise<CreatedUser> {
      const { username, role } = wanted
      refuseAccount(actor, role, '#/role')
      if (wanted.password !== undefined) rules.check(wanted.password, { username, pointer: '#/password' })
      const password = wanted.password ?? generatePassword()
      const mustChangePassword = wanted.password === undefined || (wanted.must_change_password ?? true)
      const user = await users.create(
        { username, role, passwordHash: await hash(password), mustChangePassword },
        origin,
      )
      if (user === 'username-taken') throw new AppError('username-taken', `Another account is called ${username}.`)
      return { ...wire(user), ...(wanted.password === undefined && { password }) }
    },

    async change(id: number, wanted: UserChange, actor: Actor, origin: Stored.AuditOrigin): Promise<User> {
      const { role, disabled } = wanted
      const user = await users.change(id, { role, isDisabled: disabled }, origin, (before, after) => {
        if (isWider(before, after)) refuseAccount(actor, after.role, role === undefined ? '#/disabled' : '#/role')
      })
      if (user === 'absent') throw nobody(id)
      if (user === 'last-administrator') throw new AppError('last-administrator')
      return wire(user)
    },

    async remove(id: number, origin: Stored.AuditOrigin): Promise<void> {
      const outcome = await users.remove(id, origin)
      if (outcome === 'absent') throw nobody(id)
      if (outcome === 'last-administrator') throw new AppError('last-administrator')
    },

    /** Not for the caller's own account: a stolen session must not be enough to take over the account. */
    async resetPassword(
      id: number,
      { revoke_keys: revokesKeys = false }: PasswordReset,
      actor: Actor,
      origin: Stored.AuditOrigin,
    ): Promise<GeneratedPassword> {
      if (id === actor.accountId) {
        throw new AppError('forbidden', 'Change your own password with POST /api/auth/password.')
      }
      const password = generatePassword()
      const outcome = await users.setPassword(
        id,
        { passwordHash: await hash(password), mustChangePassword: true, revokesKeys },
        origin,
        // With the new password the caller could log in as the user.
        ({ role }) => refuseAccount(actor, role),
      )
      if (typeof outcome === 'string') throw nobody(id)
      return { password, ...effectsOf(outcome) }
    },
  }
}

/** 144 random bits, easy to copy. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}

function nobody(id: number): AppError {
  return new AppError('not-found', `No user has the number ${id}.`)
}

function wire(user: Stored.User): User {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    disabled: user.isDisabled,
    must_change_password: user.mustChangePassword,
    created_at: user.createdAt.toISOString(),
    password_changed_at: user.passwordChangedAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
  }
}
