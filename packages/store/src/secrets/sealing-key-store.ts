import { errorCode } from '@watchpost/runtime'
import { type Kysely, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { placeOf, sealedColumns, type SealedPlace, type SealedSecret } from './sealed-secret-store.ts'
import { whileHolding } from '../database/while-holding.ts'

/** A sealing key as the store knows it: its version and fingerprint, never the key itself. */
export interface SealingKey {
  version: number
  fingerprint: Buffer
  registeredAt: Date
  /** The number of secrets sealed with it. */
  secrets: number
}

const FOREIGN_KEY_VIOLATION = '23503'

export type SealingKeyStore = ReturnType<typeof createSealingKeyStore>

export function createSealingKeyStore(store: Store) {
  const { db } = store
  return {
    /** Every key that may be in use, oldest first. */
    async list(): Promise<SealingKey[]> {
      const { rows } = await sql<SealingKey>`
        select version, fingerprint, registered_at as "registeredAt",
          (select count(*) from sealed_secret where kek_version = version) as secrets
        from sealing_key order by version
      `.execute(db)
      return rows
    },

    /** Registers a key before the first secret is sealed with it. Idempotent. */
    async register({ version, fingerprint }: Pick<SealingKey, 'version' | 'fingerprint'>): Promise<void> {
      await db
        .insertInto('sealing_key')
        .values({ version, fingerprint })
        .onConflict((conflict) => conflict.column('version').doNothing())
        .execute()
    },

    /**
     * Rewraps the keys of some secrets and returns their number; 0 when all use the newest key. Readers see the old or
     * the new wrapping, and both open. An interruption leaves each secret in one of the two.
     */
    rewrap(
      newest: number,
      rewrapOne: (place: SealedPlace, sealed: SealedSecret) => SealedSecret,
      limit: number,
    ): Promise<number> {
      return db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom('sealed_secret')
          .select(['name', ...sealedColumns])
          .where('kek_version', '<', newest)
          .orderBy('name')
          .limit(limit)
          .forUpdate()
          .execute()
        if (rows.length > 0)
          await writeBack(
            trx,
            rows.map(({ name, ...sealed }) => [name, rewrapOne(placeOf(name), sealed)]),
          )
        return rows.length
      })
    },

    /** Deletes every key but the newest, and audits it. Does nothing while a secret needs one of them. */
    async retireOlder(origin: AuditOrigin, newest: number): Promise<'retired' | 'in-use'> {
      try {
        return await auditedChange(store, origin, async (trx) => {
          const old = await trx.deleteFrom('sealing_key').where('version', '<', newest).returning('version').execute()
          const before = { versions: old.map(({ version }) => version).sort((one, other) => one - other) }
          const entry = { action: 'sealing-key.rotate', object: 'sealing-keys', before, after: { versions: [newest] } }
          return { result: 'retired' as const, audit: old.length > 0 ? entry : [] }
        })
      } catch (error) {
        if (errorCode(error) === FOREIGN_KEY_VIOLATION) return 'in-use'
        throw error
      }
    },

    /** Runs `work` unless a rotation is already running, on this or another host. */
    whileRotating: <T>(work: () => Promise<T>): Promise<T | 'under-way'> => whileHolding(store, 'keyRotation', work),
  }
}

/** One statement for the whole batch. */
async function writeBack(trx: Kysely<Database>, batch: readonly (readonly [string, SealedSecret])[]): Promise<void> {
  const rows = batch.map(
    ([name, { kekVersion, wrappedKey }]) => sql`(${name}, ${kekVersion}::integer, ${wrappedKey}::bytea)`,
  )
  await sql`
    update sealed_secret set kek_version = renewed.kek_version, wrapped_key = renewed.wrapped_key
    from (values ${sql.join(rows)}) as renewed (name, kek_version, wrapped_key)
    where sealed_secret.name = renewed.name
  `.execute(trx)
}
