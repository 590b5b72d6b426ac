import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ArchiveStatement,
  AuditConfig,
  type ChainEnd,
  digestOfFile,
  headFileIn,
  openStatement,
  publicHalf,
  readHeadFile,
  readSigningKey,
  signArchive,
  signingKeyName,
  type TrailStart,
  verifyArchive,
  verifyArchives,
  verifyTrail,
  writeArchiveFile,
  writeDurably,
} from '@watchpost/audit'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import {
  type AuditTrailStore,
  connectStore,
  createAuditTrailStore,
  createSealedSecretStore,
  createSealingKeyStore,
  ownerOf,
  type Store,
  StoreConfig,
  StoreOwnerConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'
import { Refused } from '../refused.ts'
import { openSealer } from '../setup/sealing-keys.ts'

/** Settings for reading the audit. */
const AuditCommandConfig = Type.Object({ store: StoreConfig, secrets: SecretsConfig, audit: AuditConfig })

/** Settings for archiving: only the owner of the tables can delete rows. */
const ArchiveCommandConfig = Type.Object({ ...AuditCommandConfig.properties, owner: StoreOwnerConfig })

const DAY_MS = 86_400_000

type Say = (line: string) => void

export interface VerifyAuditOptions {
  /** Start at this checkpoint. */
  since?: number
  /** A file with the public key, for hosts without the sealing keys. */
  publicKey?: string
}

/**
 * Verifies the whole audit, or everything since a checkpoint. Throws Refused, for the exit code, when it was altered.
 */
export async function verifyAudit({ since, publicKey }: VerifyAuditOptions, say: Say): Promise<void> {
  const { audit, secrets, store: config } = loadConfig(AuditCommandConfig)
  await withStore(config, async (store) => {
    const key = publicKey
      ? createPublicKey(readFileSync(publicKey))
      : publicHalf(await signingKeyOf(store, secrets.keyFile))
    // Read the head before the first row: rows that are added during the check are not in it.
    const head = audit.dir === undefined ? 'absent' : await readHeadFile(audit.dir)
    const trail = createAuditTrailStore(store)
    const archives = await verifyArchives(await trail.archives(), key, audit.dir)
    const start = await (since === undefined ? behind(trail, archives.end) : startAt(trail, key, since))
    if (start.lastId < archives.end.lastId) throw new Refused(`what followed checkpoint ${since} was archived`)
    if (archives.end.lastId > 0) {
      say(`${archives.rows} rows and ${archives.entries} entries in archives, to number ${archives.end.lastId}`)
      for (const file of archives.absent) say(`${file} is not here: its rows were not looked at`)
    }
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
    const { rows, entries, checkpoints, end } = verdict
    const breaks = [...archives.breaks, ...verdict.breaks]
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

/**
 * Moves rows that are older than this many days into a file, up to the last checkpoint that covers them. They are
 * deleted from the database only after the file was read back and verified together with the remaining rows.
 */
export async function archiveAudit(days: number, say: Say, now = Date.now()): Promise<void> {
  const { audit, secrets, ...config } = loadConfig(ArchiveCommandConfig, undefined, { isPartial: true })
  const { dir } = audit
  if (dir === undefined) throw new Refused('set WATCHPOST_AUDIT_DIR: archives go there')
  await withStore(ownerOf(config), async (store) => {
    const key = await signingKeyOf(store, secrets.keyFile)
    const trail = createAuditTrailStore(store)
    const known = await trail.archives()
    const { end: from, breaks } = await verifyArchives(known, publicHalf(key), undefined)
    const point = await trail.checkpointBefore(new Date(now - days * DAY_MS))
    const to = point === 'absent' ? 'not-signed-by-this-key' : openStatement(publicHalf(key), point)
    if (point !== 'absent' && to === 'not-signed-by-this-key') breaks.push({ id: null, says: 'a checkpoint is forged' })
    if (breaks.length > 0) throw new Refused('the audit is broken: run `watchpost audit verify`')
    if (to === 'not-signed-by-this-key' || to.last_id <= from.lastId) {
      say('nothing is old enough')
      return
    }
    const file = `audit-${from.lastId + 1}-${to.last_id}.jsonl.zst`
    await writeArchiveFile(join(dir, file), trail, from, to.last_id)
    const statement: ArchiveStatement = {
      what: 'watchpost audit archive',
      number: known.length + 1,
      first_id: from.lastId + 1,
      last_id: to.last_id,
      previous_hash: from.hash.toString('hex'),
      hash: to.hash,
      file,
      sha256: await digestOfFile(join(dir, file)),
      signed_at: new Date(now).toISOString(),
    }
    const found: string[] = []
    const read = await verifyArchive(dir, statement, (_, says) => found.push(says))
    if (read === 'absent' || found.length > 0) {
      throw new Refused(`the audit is broken, and nothing was removed: ${found[0] ?? 'the archive cannot be read'}`)
    }
    const { text, signature } = signArchive(key, statement)
    // Stored next to the archive, so that it can be verified on its own.
    await writeDurably(
      join(dir, `${file}.json`),
      `${JSON.stringify({ statement: text, signature: signature.toString('base64') })}\n`,
    )
    const hash = Buffer.from(statement.hash, 'hex')
    const archive = { number: statement.number, lastId: to.last_id, hash, text, signature }
    await trail.removeArchived(consoleOrigin(), archive, { file, last_id: to.last_id, sha256: statement.sha256 })
    say(
      `${read.rows} rows and ${read.entries} entries are in ${join(dir, file)} now: keep it, with the .json next to it`,
    )
  })
}

/** Prints the public key of the audit signature, to be stored elsewhere. */
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

/** The checkpoint at the end of an archive is the last one before the remaining rows. */
async function behind(trail: Pick<AuditTrailStore, 'checkpoints'>, end: ChainEnd): Promise<TrailStart> {
  let checkpoint = 0
  for (;;) {
    const page = await trail.checkpoints(checkpoint, 1_000)
    const passed = page.filter(({ lastId }) => lastId <= end.lastId)
    checkpoint = passed.at(-1)?.number ?? checkpoint
    if (passed.length < page.length || page.length === 0) return { ...end, checkpoint }
  }
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
