import { type Static, Type } from 'typebox'

const RevokeKeys = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Whether every API key of the account is removed as well, for good. Keys go on to work after a new password unless this is true: say so when the old password may be known to others.',
  }),
)

/** Members of a body that sets a password. */
export const revokeKeys = { revoke_keys: RevokeKeys }

/** What a new password ended, and what remains valid. */
export const passwordEffects = {
  sessions_ended: Type.Integer({
    description: 'Sessions that ended, tokens and browsers; the one that asks is not among them.',
    examples: [2],
  }),
  keys_removed: Type.Integer({ description: 'API keys that were removed.', examples: [0] }),
  keys_remaining: Type.Integer({
    description: 'API keys of the account that can still be used.',
    examples: [1],
  }),
}

export const PasswordEffects = Type.Object(passwordEffects, {
  description: 'What the new password ended, and what can still be used.',
})
export type PasswordEffects = Static<typeof PasswordEffects>

export const PasswordReset = Type.Object(revokeKeys, {
  additionalProperties: false,
  examples: [{ revoke_keys: true }],
})
export type PasswordReset = Static<typeof PasswordReset>
