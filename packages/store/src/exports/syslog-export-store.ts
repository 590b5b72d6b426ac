import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { auditedChange, type AuditEntry, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database, ExportCertificateJson, SyslogExportTable } from '../database/database.ts'
import type { SealedSecretStore } from '../secrets/sealed-secret-store.ts'

/** The public half of an export's certificate settings. */
export interface ExportCertificate {
  chainPem: string | null
  fingerprint: string | null
  notAfter: Date | null
  caPem: string | null
  serverName: string | null
  isVerified: boolean
}

/** A certificate to store, with its private key if there is one. */
export interface NewExportCertificate extends ExportCertificate {
  keyPem: string | null
}

/** The settings of an export. */
export interface SyslogExportEntry<G, F> {
  id: number
  /** Increases with every change. */
  version: number
  general: G
  filters: F
  certificate: ExportCertificate | null
  /** Increases with each replay request. `replayFrom` is the time from which events are sent again. */
  replayNumber: number
  replayFrom: Date | null
  /** The first audit row to export; null if the export does not carry the audit. */
  auditFrom: number | null
  createdAt: Date
}

/** Changes to an export. Omitted parts stay unchanged. */
export interface SyslogExportChanges<G, F> {
  general?: G
  filters?: F
  certificate?: NewExportCertificate | null
  replayFrom?: Date
}

/** Parse the stored parts. The contract package defines them. */
export interface SyslogPartReaders<G, F> {
  general(value: unknown): G
  filters(value: unknown): F
  /** Whether the filters select the audit. */
  nameAudit(filters: F): boolean
}

/** The result of a change. `withheld`: the user may not touch exports that carry the audit. */
export type SyslogExportChanged = 'changed' | 'created' | 'absent' | 'withheld'

export type SyslogExportStore<G extends object, F extends object> = ReturnType<typeof createSyslogExportStore<G, F>>

const NO_FILTERS = '{}'

/**
 * Exports to syslog receivers. Every change is audited; private keys are stored sealed and only the exporter reads
 * them.
 */
export function createSyslogExportStore<G extends object, F extends object>(
  store: Store,
  secrets: Pick<SealedSecretStore, 'read' | 'write' | 'remove'>,
  readers: SyslogPartReaders<G, F>,
) {
  const entryOf = (row: Selectable<SyslogExportTable>): SyslogExportEntry<G, F> => ({
    id: row.id,
    version: row.version,
    general: readers.general(row.general),
    filters: readers.filters(row.filters),
    certificate: certificateOf(row.certificate),
    replayNumber: row.replay_number,
    replayFrom: row.replay_from,
    auditFrom: row.audit_from,
    createdAt: row.created_at,
  })

  async function find(db: Kysely<Database>, id: number): Promise<SyslogExportEntry<G, F> | 'absent'> {
    const row = await db.selectFrom('syslog_export').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? entryOf(row) : 'absent'
  }

  async function apply(
    trx: Transaction<Database>,
    present: SyslogExportEntry<G, F>,
    changes: SyslogExportChanges<G, F>,
  ): Promise<AuditEntry[]> {
    const { id } = present
    const audit: AuditEntry[] = []
    const set: Record<string, unknown> = {}
    const note = (action: string, before: unknown, after: unknown) =>
      audit.push({ action, object: objectOf(id), before, after })

    if (changes.general && !isSame(changes.general, present.general)) {
      set.general = JSON.stringify(changes.general)
      note('export.set-general', present.general, changes.general)
    }
    if (changes.filters && !isSame(changes.filters, present.filters)) {
      set.filters = JSON.stringify(changes.filters)
      note('export.set-filters', present.filters, changes.filters)
      const isNamed = readers.nameAudit(changes.filters)
      // Read the head before this change adds its own audit row, so that this row is the first one exported.
      if (!isNamed) set.audit_from = null
      else if (present.auditFrom === null) set.audit_from = sql`(select last_id + 1 from audit_head)`
    }
    if (changes.certificate !== undefined && (changes.certificate || present.certificate)) {
      await writeKey(trx, id, changes.certificate?.keyPem ?? null)
      set.certificate = changes.certificate && JSON.stringify(jsonOf(changes.certificate))
      const action = changes.certificate ? 'export.set-certificate' : 'export.clear-certificate'
      note(action, shown(present.certificate), shown(changes.certificate))
    }
    if (changes.replayFrom) {
      set.replay_from = changes.replayFrom
      set.replay_number = present.replayNumber + 1
      if (present.auditFrom !== null) set.audit_from = firstRowSince(changes.replayFrom)
      note('export.replay', null, { from: changes.replayFrom.toISOString() })
    }
    if (audit.length === 0) return []
    await trx
      .updateTable('syslog_export')
      .set({ ...set, version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    return audit
  }

  async function writeKey(trx: Transaction<Database>, id: number, keyPem: string | null): Promise<void> {
    if (keyPem === null) await secrets.remove(trx, keyName(id))
    else await secrets.write(trx, keyName(id), Buffer.from(keyPem, 'utf8'))
  }

  return {
    /** Ordered by id. */
    async list(): Promise<SyslogExportEntry<G, F>[]> {
      const rows = await store.db.selectFrom('syslog_export').selectAll().orderBy('id').execute()
      return rows.map(entryOf)
    },

    find: (id: number): Promise<SyslogExportEntry<G, F> | 'absent'> => find(store.db, id),

    /** The private key of an export in PEM, if it has one. Only for the exporter; the API never returns it. */
    async readKey(id: number): Promise<string | undefined> {
      const key = await secrets.read(keyName(id))
      return key === 'absent' ? undefined : key.toString('utf8')
    },

    /**
     * Changes parts of an export. Creates a missing export only if its general part is given. A user who may not export
     * the audit can neither select it nor touch an export that does, even under concurrent changes.
     */
    change(
      origin: AuditOrigin,
      id: number,
      changes: SyslogExportChanges<G, F>,
      mayExportAudit: boolean,
    ): Promise<SyslogExportChanged> {
      return auditedChange<SyslogExportChanged>(store, origin, async (trx) => {
        // Changes are rare. Serialise them, so that each sees the previous one.
        await sql`lock table syslog_export in share row exclusive mode`.execute(trx)
        const present = await find(trx, id)
        const touched = [changes.filters, present === 'absent' ? undefined : present.filters]
        if (!mayExportAudit && touched.some((each) => each && readers.nameAudit(each)))
          return { result: 'withheld', audit: [] }
        if (present !== 'absent') return { result: 'changed', audit: await apply(trx, present, changes) }
        const { general, ...rest } = changes
        if (!general) return { result: 'absent', audit: [] }
        await trx
          .insertInto('syslog_export')
          .values({
            id,
            general: JSON.stringify(general),
            filters: NO_FILTERS,
            certificate: null,
            replay_from: null,
            audit_from: null,
          })
          .execute()
        const made = await find(trx, id)
        if (made === 'absent') throw new Error('a created export is missing')
        const created: AuditEntry = { action: 'export.create', object: objectOf(id), before: null, after: general }
        return { result: 'created', audit: [created, ...(await apply(trx, made, rest))] }
      })
    },

    /** Removes an export with its key, its cursor and its state. */
    remove(origin: AuditOrigin, id: number, mayExportAudit: boolean): Promise<'removed' | 'absent' | 'withheld'> {
      return auditedChange<'removed' | 'absent' | 'withheld'>(store, origin, async (trx) => {
        await sql`lock table syslog_export in share row exclusive mode`.execute(trx)
        const present = await find(trx, id)
        if (present === 'absent') return { result: 'absent', audit: [] }
        if (!mayExportAudit && readers.nameAudit(present.filters)) return { result: 'withheld', audit: [] }
        await trx.deleteFrom('syslog_export').where('id', '=', id).execute()
        await secrets.remove(trx, keyName(id))
        const { general, filters, certificate } = present
        const before = { general, filters, certificate: shown(certificate) }
        return { result: 'removed', audit: { action: 'export.remove', object: objectOf(id), before, after: null } }
      })
    },
  }
}

function keyName(id: number): string {
  return `export-key/${id}`
}

function objectOf(id: number): string {
  return `syslog-export/${id}`
}

/** Scans from the newest row back, so that it reads only the rows that will be sent again. */
function firstRowSince(instant: Date): RawBuilder<number> {
  return sql<number>`coalesce(
    (select id + 1 from audit where at < ${instant} order by id desc limit 1),
    (select min(id) from audit),
    (select last_id + 1 from audit_head)
  )`
}

/** Ignores the order of members. */
function isSame(one: object, other: object): boolean {
  return isDeepStrictEqual(one, other)
}

function jsonOf(certificate: ExportCertificate): ExportCertificateJson {
  return {
    chain_pem: certificate.chainPem,
    fingerprint_sha256: certificate.fingerprint,
    not_after: certificate.notAfter?.toISOString() ?? null,
    ca_pem: certificate.caPem,
    server_name: certificate.serverName,
    verify: certificate.isVerified,
  }
}

function certificateOf(json: ExportCertificateJson | null): ExportCertificate | null {
  if (!json) return null
  return {
    chainPem: json.chain_pem,
    fingerprint: json.fingerprint_sha256,
    notAfter: json.not_after === null ? null : new Date(json.not_after),
    caPem: json.ca_pem,
    serverName: json.server_name,
    isVerified: json.verify,
  }
}

/** For the audit: certificates are public but long. */
function shown(certificate: ExportCertificate | null): unknown {
  if (!certificate) return null
  const { chain_pem: _chain, ca_pem, ...rest } = jsonOf(certificate)
  return { ...rest, has_ca: ca_pem !== null }
}
