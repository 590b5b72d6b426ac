import { loadConfig } from '@watchpost/runtime'
import { createSealer, SecretsConfig } from '@watchpost/secrets'
import { connectStore, createSealingKeyStore, type SealingKeyStore, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'
import { rotateKeys } from '../setup/rotate-keys.ts'
import { openSealer } from '../setup/sealing-keys.ts'

/** Settings for managing the sealing keys. */
const SecretsCommandConfig = Type.Object({ secrets: SecretsConfig, store: StoreConfig })

type Say = (line: string) => void

/** Replaces the key that seals all secrets, while the appliance is running. */
export async function rotateSecrets(options: { isPrepareOnly: boolean }, say: Say): Promise<void> {
  await withKeys(async (keys, keyFile) => {
    const outcome = await keys.whileRotating(async () => {
      const sealer = await openSealer(keyFile, keys)
      return rotateKeys({ keyFile, sealer, keys, origin: consoleOrigin(), say }, options)
    })
    if (outcome === 'under-way') throw new Error('another rotation is under way')
  })
}

/** Prints the sealing keys and the number of secrets of each. Throws when the file does not match the database. */
export async function showSecrets(say: Say): Promise<void> {
  await withKeys(async (keys, keyFile) => {
    const sealer = createSealer(keyFile)
    const registered = await keys.list()
    const versions = sealer.keys().map(({ version }) => version)
    say(`${keyFile} has version ${versions.join(', ')}; version ${sealer.newestVersion()} seals`)
    for (const { version, secrets, registeredAt } of registered) {
      say(`version ${version}: ${secrets} secret(s), known since ${registeredAt.toISOString()}`)
    }
    sealer.assertFits(registered)
    if (registered.length > 1) say('a rotation is prepared or under way: `watchpost secrets rotate` completes it')
  })
}

/** The rotation uses one connection for its lock and works on others. */
const LEAST_CONNECTIONS = 3

async function withKeys(work: (keys: SealingKeyStore, keyFile: string) => Promise<void>): Promise<void> {
  const { secrets, store: config } = loadConfig(SecretsCommandConfig)
  const store = connectStore({ ...config, poolSize: Math.max(LEAST_CONNECTIONS, config.poolSize) }, 'secrets')
  try {
    await work(createSealingKeyStore(store), secrets.keyFile)
  } finally {
    await store.close()
  }
}
