import { type Static, Type } from 'typebox'

/** Where the key lies that seals every secret in the store. The same file for every role that opens one. */
export const SecretsConfig = Type.Object({
  keyFile: Type.String({
    env: 'SECRETS_KEY_FILE',
    description:
      'File with the keys that seal private keys and other secrets in PostgreSQL; made by `watchpost init`, readable by its owner only.',
  }),
})
export type SecretsConfig = Static<typeof SecretsConfig>
