import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate, type KeyPair, recordOf } from '@watchpost/pki'
import { createKeyFile, createSealer, firstKeyRing } from '@watchpost/secrets'
import {
  type AuditOrigin,
  createCertificateStore,
  createPasswordHash,
  createSealedSecretStore,
  createSealingKeyStore,
  fileKeyName,
  pepperName,
  type Store,
} from '@watchpost/store'

/** The audit origin of changes by tests. */
export const testOrigin: AuditOrigin = {
  accountId: null,
  username: 'test',
  via: 'console',
  credentialPrefix: null,
  address: '',
  requestId: '',
}

/** What `watchpost init` creates: a key file, and a sealed authority, server certificate, pepper and key of files. */
export async function testSecrets(store: Store) {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-secrets-'))
  const keyFile = join(folder, 'sealing-keys.json')
  createKeyFile(keyFile, firstKeyRing())
  const sealer = createSealer(keyFile)
  const keys = createSealingKeyStore(store)
  for (const key of sealer.keys()) await keys.register(key)

  const secrets = createSealedSecretStore(store, sealer)
  const certificates = createCertificateStore(store, secrets)
  const authority = await createAuthority({ commonName: 'test' })
  const served = await issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 90 })
  const put = (purpose: 'authority' | 'appliance', pair: KeyPair) =>
    certificates.replace(testOrigin, purpose, async () => recordOf(pair))
  await put('authority', authority)
  await put('appliance', served)
  const pepper = await secrets.ensure(pepperName, () => randomBytes(32))
  await secrets.ensure(fileKeyName, () => randomBytes(32))

  return {
    config: { keyFile },
    sealer,
    keys,
    secrets,
    certificates,
    authority,
    passwords: createPasswordHash(pepper),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
