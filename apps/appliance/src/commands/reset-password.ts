import { randomBytes } from 'node:crypto'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import {
  connectStore,
  createAccountStore,
  createPasswordHash,
  createSealedSecretStore,
  createSealingKeyStore,
  createUserStore,
  pepperName,
  type Store,
  StoreConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'
import { openSealer } from '../sealing-keys.ts'

/** What resetting a password reads. */
const ResetPasswordConfig = Type.Object({ secrets: SecretsConfig, store: StoreConfig })

/** For the operator at the console who is locked out: a new password, no sessions, no waiting after failed logins. */
export async function resetPassword(username: string, say: (line: string) => void): Promise<void> {
  const { secrets, store: config } = loadConfig(ResetPasswordConfig)
  const store = connectStore(config, 'admin')
  try {
    const account = await createAccountStore(store).findByUsername(username)
    if (account === 'absent') throw new Error(`no account is called ${username}`)
    const password = randomBytes(18).toString('base64url')
    const { hash } = createPasswordHash(await readPepper(store, secrets.keyFile))
    const changed = { passwordHash: await hash(password), mustChangePassword: true }
    const outcome = await createUserStore(store).setPassword(account.id, changed, consoleOrigin())
    if (outcome !== 'changed') throw new Error(`${account.username} was removed meanwhile`)

    say(`new password of ${account.username} (${account.role}): ${password}`)
    say('it has to be changed at the first login; every session of the account has ended')
    if (account.isDisabled) say('the account is disabled: an administrator has to enable it')
  } finally {
    await store.close()
  }
}

async function readPepper(store: Store, keyFile: string): Promise<Uint8Array> {
  const sealer = await openSealer(keyFile, createSealingKeyStore(store))
  const pepper = await createSealedSecretStore(store, sealer).read(pepperName)
  if (pepper === 'absent') throw new Error('the store holds no pepper for passwords: run `watchpost init`')
  return pepper
}
