import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** A secret as it is stored. */
export interface SealedSecret {
  kekVersion: number
  wrappedKey: Buffer
  ciphertext: Buffer
}

/** The row and column that a secret is bound to. It cannot be opened from any other. */
export interface SealedPlace {
  table: string
  id: string
  column: string
}

/** Seals and opens secrets. The sealing keys never leave it. */
export interface SecretSealer {
  seal(place: SealedPlace, plaintext: Uint8Array): SealedSecret
  open(place: SealedPlace, sealed: SealedSecret): Buffer
  /** Reloads the keys, which may have been replaced. */
  reload(): void
}

export type SealedSecretStore = ReturnType<typeof createSealedSecretStore>

/** Secrets by name, sealed when written and opened when read. */
export function createSealedSecretStore({ db }: Store, sealer: SecretSealer) {
  return {
    async read(name: string): Promise<Buffer | 'absent'> {
      const row = await db.selectFrom('sealed_secret').select(sealedColumns).where('name', '=', name).executeTakeFirst()
      return row ? sealer.open(placeOf(name), row) : 'absent'
    },

    /** Opens a secret that another store has read in its own query. */
    open: (name: string, sealed: SealedSecret): Buffer => sealer.open(placeOf(name), sealed),

    /** Writes a secret in the transaction of the change it belongs to. */
    async write(trx: Kysely<Database>, name: string, plaintext: Uint8Array): Promise<void> {
      const { kekVersion: kek_version, wrappedKey: wrapped_key, ciphertext } = await sealFor(trx, name, plaintext)
      const values = { kek_version, wrapped_key, ciphertext }
      await trx
        .insertInto('sealed_secret')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...values, changed_at: sql`now()` }))
        .execute()
    },

    async remove(trx: Kysely<Database>, name: string): Promise<void> {
      await trx.deleteFrom('sealed_secret').where('name', '=', name).execute()
    },

    /** The secret of that name. Creates a missing one, exactly once even if many copies try at the same time. */
    ensure(name: string, make: () => Uint8Array): Promise<Buffer> {
      return db.transaction().execute(async (trx) => {
        const { kekVersion: kek_version, wrappedKey: wrapped_key, ciphertext } = await sealFor(trx, name, make())
        await trx
          .insertInto('sealed_secret')
          .values({ name, kek_version, wrapped_key, ciphertext })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute()
        const row = await trx
          .selectFrom('sealed_secret')
          .select(sealedColumns)
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
        return sealer.open(placeOf(name), row)
      })
    },
  }

  /** Seals with a key that is in use. If the sealer's key was retired, reloads the keys and seals again. */
  async function sealFor(trx: Kysely<Database>, name: string, plaintext: Uint8Array): Promise<SealedSecret> {
    const sealed = sealer.seal(placeOf(name), plaintext)
    const known = await trx
      .selectFrom('sealing_key')
      .select('version')
      .where('version', '=', sealed.kekVersion)
      .forKeyShare()
      .executeTakeFirst()
    if (known) return sealed
    sealer.reload()
    return sealer.seal(placeOf(name), plaintext)
  }
}

/** The columns of a sealed secret. */
export const sealedColumns = ['kek_version as kekVersion', 'wrapped_key as wrappedKey', 'ciphertext'] as const

/** One row of the table. */
export function placeOf(name: string): SealedPlace {
  return { table: 'sealed_secret', id: name, column: 'ciphertext' }
}
