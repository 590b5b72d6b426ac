import { type Kysely, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** What operators set while the appliance runs, and which state of it this is. */
export interface VersionedSettings<S> {
  /** Rises with every change. */
  version: number
  settings: S
}

export type SettingStore<S extends object> = ReturnType<typeof createSettingStore<S>>

/** `from` makes settings of the values that are stored; which settings there are is the contract's business. */
export function createSettingStore<S extends object>(store: Store, from: (stored: ReadonlyMap<string, unknown>) => S) {
  return {
    read: (): Promise<VersionedSettings<S>> => read(store.db, from),

    /** Changes some settings and audits it. Given the version that was looked at, only if that is still the present one. */
    change(
      origin: AuditOrigin,
      wanted: Partial<S>,
      expectedVersion?: number,
    ): Promise<VersionedSettings<S> | 'changed-meanwhile'> {
      return auditedChange<VersionedSettings<S> | 'changed-meanwhile'>(store, origin, async (trx) => {
        // Changes are rare; one at a time, each sees what the one before it wrote.
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
    // No row is ever removed and each change raises at least one, so their sum rises with each change.
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

/** Only what differs: asking for what is there already is no change. */
function difference(present: object, wanted: object): { before: object; after: object } {
  const old = new Map<string, unknown>(Object.entries(present))
  const changed = Object.entries(wanted).filter(([name, value]) => value !== undefined && old.get(name) !== value)
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  }
}
