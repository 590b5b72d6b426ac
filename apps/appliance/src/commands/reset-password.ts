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
  type PasswordEffects,
  type Store,
  StoreConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'
import { resetPassword, type ResetPasswordOptions } from '../setup/reset-password.ts'
import { openSealer } from '../setup/sealing-keys.ts'

/** Settings for resetting a password. */
const ResetPasswordConfig = Type.Object({ secrets: SecretsConfig, store: StoreConfig })

/** Gives an account a new password and prints it, once. */
export async function showNewPassword(options: ResetPasswordOptions, say: (line: string) => void): Promise<void> {
  const { secrets, store: config } = loadConfig(ResetPasswordConfig)
  const store = connectStore(config, 'admin')
  try {
    const { hash } = createPasswordHash(await readPepper(store, secrets.keyFile))
    const { findByUsername } = createAccountStore(store)
    const { setPassword } = createUserStore(store)
    const account = await resetPassword(options, { findByUsername, setPassword, hash }, consoleOrigin())
    say(`new password of ${account.username} (${account.role}): ${account.password}`)
    say(`it has to be changed at the first login; sessions ended: ${account.sessionsEnded}`)
    say(keysLine(account))
    if (account.isDisabled) say('the account is disabled: an administrator has to enable it')
  } finally {
    await store.close()
  }
}

/** API keys do not depend on the password, so tell the operator about them. */
function keysLine({ username, keysRemoved, keysRemaining }: PasswordEffects & { username: string }): string {
  if (keysRemoved > 0) return `API keys removed: ${keysRemoved}; ${username} has no key that works any more`
  if (keysRemaining === 0) return `${username} has no API key`
  return `API keys that still work: ${keysRemaining}; to remove them, run this again with --revoke-keys`
}

async function readPepper(store: Store, keyFile: string): Promise<Uint8Array> {
  const sealer = await openSealer(keyFile, createSealingKeyStore(store))
  const pepper = await createSealedSecretStore(store, sealer).read(pepperName)
  if (pepper === 'absent') throw new Error('the store holds no pepper for passwords: run `watchpost init`')
  return pepper
}
