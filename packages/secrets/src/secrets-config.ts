import { type Static, Type } from 'typebox'

/** The file with the key that seals every secret in the store. The same file for every service that opens one. */
export const SecretsConfig = Type.Object({
  keyFile: Type.String({
    env: 'SECRETS_KEY_FILE',
    description:
      'File with the keys that seal private keys and other secrets in PostgreSQL; made by `watchpost init`, readable by its owner only.',
  }),
})
export type SecretsConfig = Static<typeof SecretsConfig>
