import { ensureTopics, LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { connectStore, createAccountStore, hashPassword, migrate, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { ApplianceConfig } from '../appliance-config.ts'
import { ensureFirstAdministrator } from '../first-administrator.ts'
import { ensureAuthority, ensureServerCertificate } from '../tls-folder.ts'

/** What the first start reads; the places it writes to cannot be left out. */
const InitConfig = Type.Object({
  appliance: Type.Object({
    ...ApplianceConfig.properties,
    ...Type.Required(Type.Pick(ApplianceConfig, ['tlsDir', 'adminFile'])).properties,
  }),
  store: StoreConfig,
  log: LogConfig,
})

/** Makes everything that must exist before the roles start. Run it before every start: it only adds what is missing. */
export async function initialise(say: (line: string) => void): Promise<void> {
  const { appliance, store: storeConfig, log } = loadConfig(InitConfig)
  const { tlsDir, adminFile } = appliance
  const { authority, isNew } = await ensureAuthority(tlsDir)
  const server = await ensureServerCertificate(tlsDir, authority, appliance.tlsNames)
  say(`certificates: authority ${isNew ? 'made' : 'kept'}, server certificate ${server}`)

  const store = connectStore(storeConfig, 'init')
  try {
    const [applied] = await Promise.all([migrate(store), ensureTopics(log)])
    say(`database: ${applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`}; topics: there`)
    const accounts = createAccountStore(store)
    const outcome = await ensureFirstAdministrator(adminFile, { hashPassword, ...accounts })
    say(outcome === 'created' ? `first administrator: made, see ${adminFile}` : 'administrator: there')
  } finally {
    await store.close()
  }
}
