import { type Static, Type } from 'typebox'
import { permissions, scopes } from '../names/access-names.ts'
import { roles } from '../names/roles.ts'

export const Role = Type.Enum([...roles], {
  description:
    'What the account may do: a viewer looks, in a browser only; an operator searches, works on alerts and sets exports; an administrator does everything; an auditor reads the audit and the health of the appliance, in a browser only.',
})
export type Role = Static<typeof Role>

export const Scope = Type.Enum([...scopes], {
  description:
    'What a key may be used for, within the role of its owner: `search` and count; `alerts:read` and `alerts:write`; `exports`, reading and setting them; `probes`; `admin`, for users, keys, settings and certificates.',
})
export type Scope = Static<typeof Scope>

export const Permission = Type.Enum([...permissions])

/** An instant in UTC with milliseconds. */
export const Instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-14T09:12:33.412Z'] })

/** An instant that may be absent. */
export const InstantOrNull = (description: string) => Type.Union([Instant(description), Type.Null()], { description })

/**
 * The id of a resource in a URL. The interactive documentation fills in the example: the first id of a new appliance.
 */
export const IdParameter = (description: string, example = 1) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, examples: [example] })

/** Schema of `expiration_date` in login answers. */
export const ExpirationDate = Type.String({
  description: 'When it ends: UTC, with microseconds and no zone designator.',
  examples: ['2026-11-14T09:12:33.412345'],
})

/** Schema of `session_expiration_date`, in the same format. */
export const SessionExpirationDate = Type.String({
  description:
    'When the session ends, however often its token is refreshed: UTC, with microseconds and no zone designator. Log in again then.',
  examples: ['2026-11-21T01:12:33.412345'],
})

/** Schema of a password to check; the rules apply only to new passwords. */
export const GivenPassword = Type.String({
  minLength: 1,
  maxLength: 1_024,
  format: 'password',
  examples: ['correct horse battery'],
})

/** Schema of a new password. */
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1_024,
  format: 'password',
  description:
    'At least 15 characters, at most 256, of any kind; none is demanded. Common passwords, with decorations too, and those built around the name of the user, the host or the product are refused.',
  examples: ['seven quiet lamps over the harbour'],
})

/** Problems that any body can cause. */
export const bodyFailures = ['invalid-request', 'payload-too-large', 'unsupported-media-type'] as const
