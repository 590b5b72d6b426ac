import { type Static, Type } from 'typebox'
import { bodyFailures, IdParameter, Instant, InstantOrNull, NewPassword, Role } from './access.ts'
import { passwordEffects, PasswordReset } from './password.ts'
import { commonFailures, failures } from '../problems/problem.ts'

export const User = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    username: Type.String({ examples: ['olga'] }),
    role: Role,
    disabled: Type.Boolean({ description: 'A disabled account cannot be used in any way.' }),
    must_change_password: Type.Boolean({ description: 'Someone else chose the password.' }),
    created_at: Instant('When it was made.'),
    password_changed_at: Instant('When the password was last changed.'),
    last_login_at: InstantOrNull('When it last logged in.'),
  },
  { description: 'An account.' },
)
export type User = Static<typeof User>

export const NewUser = Type.Object(
  {
    username: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$',
      description: 'Letters, digits, `.`, `_`, `@` and `-`. Upper and lower case are the same name.',
      examples: ['olga'],
    }),
    role: Role,
    password: Type.Optional(NewPassword),
    must_change_password: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the user has to choose another password first. Only a password that was given here can be left to stay.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ username: 'olga', role: 'operator' }] },
)
export type NewUser = Static<typeof NewUser>

const generated = {
  password: Type.Optional(
    Type.String({
      description: 'The password that was generated; it cannot be shown again.',
      examples: ['mQm0Hkq3cZxB7vJ2rT9wLa'],
    }),
  ),
}

export const CreatedUser = Type.Object({ ...User.properties, ...generated }, { description: 'The new account.' })
export type CreatedUser = Static<typeof CreatedUser>

export const UserChange = Type.Object(
  { role: Type.Optional(Role), disabled: Type.Optional(Type.Boolean()) },
  { additionalProperties: false, minProperties: 1, examples: [{ role: 'administrator' }, { disabled: true }] },
)
export type UserChange = Static<typeof UserChange>

// 1 is the first administrator, which the example of a removal must not use.
const params = Type.Object({ id: IdParameter('The number of the user.', 2) })
const tags = ['Users']

export const listUsers = {
  operationId: 'listUsers',
  tags,
  summary: 'Users',
  description: 'Every account, by name.',
  response: { 200: Type.Array(User, { description: 'By name.' }), ...failures(...commonFailures) },
}

export const createUser = {
  operationId: 'createUser',
  tags,
  summary: 'Add a user',
  description:
    'Without a password one is generated, shown once, and has to be changed at the first login. For a program that logs in by itself give a password and `"must_change_password": false`, or better an API key.',
  body: NewUser,
  response: {
    201: { ...CreatedUser, headers: { Location: Type.String({ examples: ['/api/users/7'] }) } },
    ...failures(
      ...bodyFailures,
      'username-taken',
      'password-refused',
      'confirmation-needed',
      'exceeds-own-key',
      ...commonFailures,
    ),
  },
}

export const readUser = {
  operationId: 'readUser',
  tags,
  summary: 'One user',
  description: 'The account with this number.',
  params,
  response: { 200: User, ...failures('invalid-request', 'not-found', ...commonFailures) },
}

export const changeUser = {
  operationId: 'changeUser',
  tags,
  summary: 'Change role or state',
  description:
    'Every session of the user ends, at every copy of the API within a second. A user who is disabled or gets a role that cannot have API keys loses them for good. The last enabled administrator stays one.',
  params,
  body: UserChange,
  response: {
    200: User,
    ...failures(
      ...bodyFailures,
      'not-found',
      'last-administrator',
      'confirmation-needed',
      'exceeds-own-key',
      ...commonFailures,
    ),
  },
}

export const removeUser = {
  operationId: 'removeUser',
  tags,
  summary: 'Remove a user',
  description: 'With every session and API key. What the user did stays in the audit.',
  params,
  response: {
    204: { type: 'null', description: 'Removed.' },
    ...failures('invalid-request', 'not-found', 'last-administrator', 'confirmation-needed', ...commonFailures),
  },
} as const

export const GeneratedPassword = Type.Object(
  {
    password: Type.String({ description: 'It cannot be shown again.', examples: ['mQm0Hkq3cZxB7vJ2rT9wLa'] }),
    ...passwordEffects,
  },
  { description: 'The new password, what it ended, and what can still be used.' },
)
export type GeneratedPassword = Static<typeof GeneratedPassword>

export const resetPassword = {
  operationId: 'resetPassword',
  tags,
  summary: 'Give a user a new password',
  description:
    'Generates one, ends every session of the user, and lets the user log in at once however many tries had failed. It has to be changed at the first login. Not for your own account: change that one with the present password. API keys of the user go on unless `revoke_keys` is true.',
  params,
  body: PasswordReset,
  'x-optional-body': true,
  response: {
    200: GeneratedPassword,
    ...failures(...bodyFailures, 'not-found', 'confirmation-needed', 'exceeds-own-key', ...commonFailures),
  },
}
