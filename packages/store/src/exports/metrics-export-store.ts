import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database, MetricsTargetJson } from '../database/database.ts'
import type { ReportedState } from './export-state-store.ts'
import type { SealedSecretStore } from '../secrets/sealed-secret-store.ts'

/** Where metrics are sent. The key is a sealed secret. */
export type MetricsTarget = MetricsTargetJson

export interface MetricsExportEntry {
  /** Increases with every change. */
  version: number
  /** Null while the export is disabled. */
  target: MetricsTarget | null
  /** The permanent id of this appliance at the parent. */
  machineGuid: string
}

/** The last report of an exporter, and the version of the export that it refers to. */
export interface ReportedMetrics extends ReportedState {
  version: number
}

export type MetricsExportStore = ReturnType<typeof createMetricsExportStore>

const KEY_NAME = 'metrics-export-key'
const OBJECT = 'metrics-export'

/** The metrics export. Every change is audited; the key is stored sealed and only the exporter reads it. */
export function createMetricsExportStore(store: Store, secrets: Pick<SealedSecretStore, 'read' | 'write' | 'remove'>) {
  return {
    read: (): Promise<MetricsExportEntry> => read(store.db),

    /** The key, for the exporter; the API never returns it. */
    async readKey(): Promise<string | undefined> {
      const key = await secrets.read(KEY_NAME)
      return key === 'absent' ? undefined : key.toString('utf8')
    },

    /** Sets where metrics are sent, or disables the export and deletes the key. */
    change(origin: AuditOrigin, wanted: { target: MetricsTarget; key: string } | null): Promise<MetricsExportEntry> {
      return auditedChange<MetricsExportEntry>(store, origin, async (trx) => {
        await sql`lock table metrics_export in share row exclusive mode`.execute(trx)
        const present = await read(trx)
        const target = wanted?.target ?? null
        // The key is not compared: setting the same key again is a harmless change.
        if (wanted) await secrets.write(trx, KEY_NAME, Buffer.from(wanted.key, 'utf8'))
        else await secrets.remove(trx, KEY_NAME)
        if (!wanted && isDeepStrictEqual(target, present.target)) return { result: present, audit: [] }
        await trx
          .updateTable('metrics_export')
          .set({
            target: target && JSON.stringify(target),
            version: sql<number>`version + 1`,
            changed_at: sql<Date>`now()`,
          })
          .execute()
        const action = wanted ? 'metrics-export.set' : 'metrics-export.disable'
        return { result: await read(trx), audit: { action, object: OBJECT, before: present.target, after: target } }
      })
    },

    /** Reports the state of this version of the export. */
    async report(version: number, state: unknown): Promise<void> {
      await sql`
        insert into metrics_export_state (version, state) values (${version}, ${JSON.stringify(state)}::jsonb)
        on conflict (is_only) do update set version = excluded.version, state = excluded.state, reported_at = now()
      `.execute(store.db)
    },

    reported: (): Promise<ReportedMetrics | undefined> => reported(store.db),
  }
}

/** The export and its state, for readers without access to secrets. */
export async function readMetricsExport({
  db,
}: Store): Promise<{ entry: MetricsExportEntry; reported: ReportedMetrics | undefined }> {
  return { entry: await read(db), reported: await reported(db) }
}

function reported(db: Kysely<Database>): Promise<ReportedMetrics | undefined> {
  return db
    .selectFrom('metrics_export_state')
    .select(['version', 'state', 'reported_at as reportedAt'])
    .select(sql<number>`extract(epoch from now() - reported_at)::float8`.as('ageSeconds'))
    .executeTakeFirst()
}

async function read(db: Kysely<Database>): Promise<MetricsExportEntry> {
  const row = await db
    .selectFrom('metrics_export')
    .select(['version', 'target', 'machine_guid as machineGuid'])
    .executeTakeFirstOrThrow()
  return row
}
