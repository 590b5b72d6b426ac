import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  AuditConfig,
  fromTheBeginning,
  headFileIn,
  openStatement,
  publicHalf,
  readHeadFile,
  readSigningKey,
  signingKeyName,
  type TrailStart,
  verifyTrail,
} from '@watchpost/audit'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import {
  type AuditTrailStore,
  connectStore,
  createAuditTrailStore,
  createSealedSecretStore,
  createSealingKeyStore,
  type Store,
  StoreConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { Refused } from '../refused.ts'
import { openSealer } from '../sealing-keys.ts'

/** What looking at the audit reads. */
const AuditCommandConfig = Type.Object({ store: StoreConfig, secrets: SecretsConfig, audit: AuditConfig })

type Say = (line: string) => void

export interface VerifyAuditOptions {
  /** Begin at this checkpoint. */
  since?: number
  /** A file with the public key, where the sealing keys are not at hand. */
  publicKey?: string
}

/** Looks at the whole audit, or at all since a checkpoint. Refuses, for the exit code, when it was bent. */
export async function verifyAudit({ since, publicKey }: VerifyAuditOptions, say: Say): Promise<void> {
  const { audit, secrets, store: config } = loadConfig(AuditCommandConfig)
  await withStore(config, async (store) => {
    const key = publicKey
      ? createPublicKey(readFileSync(publicKey))
      : publicHalf(await signingKeyOf(store, secrets.keyFile))
    // Before the first row is read: rows that are added meanwhile are in no head yet.
    const head = audit.dir === undefined ? 'absent' : await readHeadFile(audit.dir)
    const trail = createAuditTrailStore(store)
    const start = since === undefined ? fromTheBeginning : await startAt(trail, key, since)
    let told = Date.now()
    const verdict = await verifyTrail({
      source: trail,
      publicKey: key,
      head,
      start,
      onProgress(rows, ofRows) {
        if (Date.now() - told < 2_000) return
        told = Date.now()
        say(`${rows} of ${ofRows} rows`)
      },
    })
    const { rows, entries, checkpoints, end, breaks } = verdict
    say(
      `${rows} rows to number ${end.lastId}, ${entries} entries that they vouch for, ${checkpoints} checkpoints looked at`,
    )
    if (head === 'absent') {
      const place = audit.dir === undefined ? 'WATCHPOST_AUDIT_DIR is not set' : `${headFileIn(audit.dir)} is not there`
      say(`no signed head outside of the database (${place}): whether the newest rows were cut off cannot be seen`)
    }
    for (const { says } of breaks) say(`BROKEN: ${says}`)
    if (breaks.length > 0) throw new Refused('the audit is not what was written: see docs/runbooks/audit-broken.md')
    say('the audit is whole')
  })
}

/** Shows the public half of the key that signs the audit, to be kept elsewhere. */
export async function showAuditKey(say: Say): Promise<void> {
  const { secrets, store: config } = loadConfig(AuditCommandConfig)
  await withStore(config, async (store) => {
    const key = publicHalf(await signingKeyOf(store, secrets.keyFile))
    say(key.export({ type: 'spki', format: 'pem' }).toString().trim())
  })
}

async function signingKeyOf(store: Store, keyFile: string): Promise<KeyObject> {
  const sealer = await openSealer(keyFile, createSealingKeyStore(store))
  const key = await createSealedSecretStore(store, sealer).read(signingKeyName)
  if (key === 'absent') throw new Refused('the audit has no signing key yet: run `watchpost init`')
  return readSigningKey(key)
}

async function startAt(
  trail: Pick<AuditTrailStore, 'checkpoints'>,
  key: KeyObject,
  number: number,
): Promise<TrailStart> {
  const [found] = await trail.checkpoints(number - 1, 1)
  if (found?.number !== number) throw new Refused(`there is no checkpoint ${number}`)
  const statement = openStatement(key, found)
  if (statement === 'not-signed-by-this-key' || statement.checkpoint !== number) {
    throw new Refused(`checkpoint ${number} is not signed by the key of this appliance`)
  }
  return { lastId: statement.last_id, hash: Buffer.from(statement.hash, 'hex'), checkpoint: number }
}

async function withStore(config: StoreConfig, work: (store: Store) => Promise<void>): Promise<void> {
  const store = connectStore(config, 'audit')
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
