import { randomBytes } from 'node:crypto'
import { newSigningKey, signingKeyName } from '@watchpost/audit'
import { ensureAcls, ensureTopics, LogConfig, logOwnerOf, LogOwnerConfig, readTopicId } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import {
  connectStore,
  createAccountStore,
  createAuditTrailStore,
  createCertificateStore,
  createLogEpochStore,
  createPasswordHash,
  createSealedSecretStore,
  createSealingKeyStore,
  grantToServices,
  migrate,
  ownerOf,
  fileKeyName,
  pepperName,
  type SealedSecretStore,
  type Store,
  StoreConfig,
  StoreOwnerConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { ApplianceConfig } from '../appliance-config.ts'
import { consoleOrigin } from '../console-origin.ts'
import { ensureFirstAdministrator } from '../setup/first-administrator.ts'
import { ensureAuthority, ensureServerCertificate } from '../setup/own-certificates.ts'
import { Refused } from '../refused.ts'
import { ensureSealer } from '../setup/sealing-keys.ts'
import { readServiceUsers } from '../setup/service-users.ts'

/** Settings for the first start. The paths that it writes to are required. */
const InitConfig = Type.Object({
  appliance: Type.Object({
    ...ApplianceConfig.properties,
    ...Type.Required(Type.Pick(ApplianceConfig, ['tlsDir', 'adminFile'])).properties,
  }),
  secrets: SecretsConfig,
  store: StoreConfig,
  owner: StoreOwnerConfig,
  log: LogConfig,
  logOwner: LogOwnerConfig,
})

type Say = (line: string) => void

/**
 * Creates everything that must exist before the services start. Run it before every start: it only adds what is
 * missing.
 */
export async function initialise(say: Say): Promise<void> {
  const { appliance, secrets, store: ofServices, owner, log: logOfServices, logOwner } = loadConfig(InitConfig)
  const store = connectStore(ownerOf({ store: ofServices, owner }), 'init')
  const log = logOwnerOf({ log: logOfServices, owner: logOwner })
  const users = readServiceUsers()
  try {
    const [applied] = await Promise.all([migrate(store), ensureTopics(log)])
    say(`database: ${applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`}; topics: there`)
    await beginEpoch(store, log, say)
    if (owner.url !== undefined) {
      await grantToServices(store, users.store)
      say(`database users: ${[...users.store.keys()].join(', ')}`)
    }
    if (logOwner.username !== undefined) {
      const count = await ensureAcls(log, users.log)
      say(`users of the log: ${[...users.log.keys()].join(', ')} with ${count} permissions`)
    }
    const pepper = await makeSecrets(store, secrets.keyFile, appliance, say)

    const { hash } = createPasswordHash(pepper)
    const ports = { hashPassword: hash, ...createAccountStore(store) }
    const outcome = await ensureFirstAdministrator(appliance.adminFile, ports, {
      mustChangePassword: appliance.firstPassword === 'temporary',
    })
    say(outcome === 'created' ? `first administrator: made, see ${appliance.adminFile}` : 'administrator: there')
  } finally {
    await store.close()
  }
}

/** Stores the identity of the log before anything is written to it: offsets of another log are not valid in it. */
async function beginEpoch(store: Store, log: LogConfig, say: Say): Promise<void> {
  const { epoch, isFirst, begun } = await createLogEpochStore(store).learn(await readTopicId(log, 'watchpost-init'))
  if (isFirst || !begun) say(`log: epoch ${epoch}`)
  else say(`log: a new one, epoch ${epoch}; ${begun.lostEvents} events of the log before were never stored`)
}

/**
 * Creates the key file and the secrets that it seals: CA, server certificate, the key of uploaded files, and the
 * password pepper, which is returned.
 */
async function makeSecrets(
  store: Store,
  keyFile: string,
  { tlsDir, tlsNames }: { tlsDir: string; tlsNames: readonly string[] },
  say: Say,
): Promise<Buffer> {
  const { sealer, isNew } = await ensureSealer(keyFile, createSealingKeyStore(store))
  say(isNew ? `sealing key: made, keep a copy of ${keyFile} apart from this machine` : 'sealing key: there')

  const secrets = createSealedSecretStore(store, sealer)
  const certificates = createCertificateStore(store, secrets)
  const origin = consoleOrigin()
  const { authority, outcome } = await ensureAuthority(certificates, origin, tlsDir)
  const server = await ensureServerCertificate(certificates, origin, authority, tlsNames)
  say(`certificates: authority ${outcome}, server certificate ${server}`)
  await ensureSigningKey(store, secrets)
  await secrets.ensure(fileKeyName, () => randomBytes(32))
  return secrets.ensure(pepperName, () => randomBytes(32))
}

/** Never creates a new key for an audit that is already signed: it would hide that the old key was removed. */
async function ensureSigningKey(store: Store, secrets: SealedSecretStore): Promise<void> {
  if ((await secrets.read(signingKeyName)) !== 'absent') return
  const { checkpoint } = await createAuditTrailStore(store).state()
  if (checkpoint) throw new Refused('the key that signed the audit is gone: restore the table sealed_secret')
  await secrets.ensure(signingKeyName, newSigningKey)
}
