import type { KeyPair } from '@watchpost/pki'
import { loadConfig } from '@watchpost/runtime'
import { createSealer, SecretsConfig } from '@watchpost/secrets'
import { createCertificateStore, createSealedSecretStore, type Store } from '@watchpost/store'
import { Type } from 'typebox'
import type { Stack } from '../../../stack/stack.ts'

/** The CA of a stack with its private key, to create certificates that it would never issue. */
export async function readStackAuthority({ folder }: Stack, store: Store): Promise<KeyPair> {
  const { secrets } = loadConfig(Type.Object({ secrets: SecretsConfig }), {
    WATCHPOST_CONFIG_FILE: folder.environment,
  })
  const sealed = createSealedSecretStore(store, createSealer(secrets.keyFile))
  const authority = await createCertificateStore(store, sealed).read('authority')
  if (authority === 'absent') throw new Error('this stack has no authority')
  return { certPem: authority.chainPem, keyPem: authority.keyPem }
}
