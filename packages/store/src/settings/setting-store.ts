import { type Kysely, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** The settings that operators can change at run time, and their version. */
export interface VersionedSettings<S> {
  /** Increases with every change. */
  version: number
  settings: S
}

export type SettingStore<S extends object> = ReturnType<typeof createSettingStore<S>>

/** `from` builds the settings from the stored values; the contract package defines which settings exist. */
export function createSettingStore<S extends object>(store: Store, from: (stored: ReadonlyMap<string, unknown>) => S) {
  return {
    read: (): Promise<VersionedSettings<S>> => read(store.db, from),

    /** Changes some settings and audits it. With `expectedVersion`, only if that is still the current version. */
    change(
      origin: AuditOrigin,
      wanted: Partial<S>,
      expectedVersion?: number,
    ): Promise<VersionedSettings<S> | 'changed-meanwhile'> {
      return auditedChange<VersionedSettings<S> | 'changed-meanwhile'>(store, origin, async (trx) => {
        // Changes are rare. Serialise them, so that each sees the previous one.
        await sql`lock table setting in share row exclusive mode`.execute(trx)
        const present = await read(trx, from)
        if (expectedVersion !== undefined && expectedVersion !== present.version) {
          return { result: 'changed-meanwhile', audit: [] }
        }
        const { before, after } = difference(present.settings, wanted)
        for (const [name, value] of Object.entries(after)) await write(trx, name, value)
        if (Object.keys(after).length === 0) return { result: present, audit: [] }
        const result = await read(trx, from)
        return { result, audit: { action: 'setting.change', object: 'settings', before, after } }
      })
    },
  }
}

async function read<S>(
  db: Kysely<Database>,
  from: (stored: ReadonlyMap<string, unknown>) => S,
): Promise<VersionedSettings<S>> {
  const rows = await db.selectFrom('setting').select(['name', 'value', 'version']).execute()
  return {
    // Rows are never removed and each change raises the version of at least one, so the sum rises with each change.
    version: rows.reduce((sum, row) => sum + row.version, 0),
    settings: from(new Map(rows.map((row) => [row.name, row.value]))),
  }
}

async function write(db: Kysely<Database>, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ name, value: text })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: text, version: sql<number>`setting.version + 1` }),
    )
    .execute()
}

/** Only the differences: setting the current value is not a change. */
function difference(present: object, wanted: object): { before: object; after: object } {
  const old = new Map<string, unknown>(Object.entries(present))
  const changed = Object.entries(wanted).filter(([name, value]) => value !== undefined && old.get(name) !== value)
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  }
}
