import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** A secret as it is stored. */
export interface SealedSecret {
  kekVersion: number
  wrappedKey: Buffer
  ciphertext: Buffer
}

/** Where a secret lives; it opens nowhere else. */
export interface SealedPlace {
  table: string
  id: string
  column: string
}

/** What seals and opens: the keys are its business, and never come here. */
export interface SecretSealer {
  seal(place: SealedPlace, plaintext: Uint8Array): SealedSecret
  open(place: SealedPlace, sealed: SealedSecret): Buffer
  /** Looks at the keys again, since those it knows may have been replaced. */
  reload(): void
}

export type SealedSecretStore = ReturnType<typeof createSealedSecretStore>

/** Secrets by name, sealed on their way in and opened on their way out. */
export function createSealedSecretStore({ db }: Store, sealer: SecretSealer) {
  return {
    async read(name: string): Promise<Buffer | 'absent'> {
      const row = await db.selectFrom('sealed_secret').select(sealedColumns).where('name', '=', name).executeTakeFirst()
      return row ? sealer.open(placeOf(name), row) : 'absent'
    },

    /** Opens what a query of another store brought along. */
    open: (name: string, sealed: SealedSecret): Buffer => sealer.open(placeOf(name), sealed),

    /** Writes a secret in the transaction of the change that it belongs to. */
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

    /** The secret of that name, made when it is missing: once, however many copies try at the same time. */
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

  /** Sealed by a key that is in use: one that was retired since the sealer last looked is left behind. */
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

/** The columns that make a sealed secret. */
export const sealedColumns = ['kek_version as kekVersion', 'wrapped_key as wrappedKey', 'ciphertext'] as const

/** One row of the table. */
export function placeOf(name: string): SealedPlace {
  return { table: 'sealed_secret', id: name, column: 'ciphertext' }
}
