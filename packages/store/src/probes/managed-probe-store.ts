import { type Kysely, sql, type Transaction } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { insertCode, type NewCode, withdraw } from './probe-enrolment-rows.ts'
import { findLiveByName, insertProbe, isPaired, lockProbe, lockProbes } from './probe-rows.ts'
import { type CloneAlarm, listAlarms } from './clone-alarm-rows.ts'
import { listCertificatesOf, listLiveCertificates, type ManagedCertificate } from './probe-certificates.ts'

/** A probe as administrators see it. */
export interface ManagedProbe {
  id: number
  fqdn: string
  /** It has a certificate that is neither revoked nor expired. */
  isPaired: boolean
  isPaused: boolean
  createdAt: Date
  /** Events per second that it may send; null for the limit of the settings. */
  eventsPerSecond: number | null
  lastSeenAt: Date | null
  /** The newest one that is not ended, whether expired or not. */
  certificate: { fingerprint: Buffer; issuedAt: Date; notAfter: Date } | null
  /** Newest first: for one probe all stored ones, for a list those that can open a connection. */
  certificates: ManagedCertificate[]
  /** Why it may have been cloned. */
  cloneAlarms: CloneAlarm[]
  /** When the unused pairing code expires. */
  enrolmentExpiresAt: Date | null
}

export interface NewManagedProbe {
  /** Defaults to the next free id. */
  id?: number | undefined
  fqdn: string
  eventsPerSecond: number | null
}

export interface ProbeChange {
  fqdn?: string | undefined
  isPaused?: boolean | undefined
  eventsPerSecond?: number | null | undefined
}

export type ManagedProbeStore = ReturnType<typeof createManagedProbeStore>

/** What administrators do with probes. Every change is audited. */
export function createManagedProbeStore(store: Store) {
  const rows = (db: Kysely<Database>) => probeRows(store, db)
  async function find(db: Kysely<Database>, id: number): Promise<ManagedProbe | undefined> {
    const row = await rows(db).where('probe.id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const certificates = await listCertificatesOf(store, db, id)
    return probeOf(row, certificates, (await listAlarms(db, [id])).get(id))
  }

  return {
    /** All probes that are not deleted, ordered by id. */
    async list(): Promise<ManagedProbe[]> {
      const [all, certificates, alarms] = await Promise.all([
        rows(store.db).orderBy('probe.id').execute(),
        listLiveCertificates(store),
        listAlarms(store.db),
      ])
      return all.map((row) => probeOf(row, certificates.get(row.id), alarms.get(row.id)))
    },

    async find(id: number): Promise<ManagedProbe | 'absent'> {
      return (await find(store.db, id)) ?? 'absent'
    },

    /** Creates a probe together with its pairing code. */
    create(
      probe: NewManagedProbe,
      code: NewCode,
      origin: AuditOrigin,
    ): Promise<ManagedProbe | 'id-taken' | 'fqdn-taken'> {
      return auditedChange<ManagedProbe | 'id-taken' | 'fqdn-taken'>(store, origin, async (trx) => {
        await lockProbes(trx)
        if (await findLiveByName(trx, probe.fqdn)) return { result: 'fqdn-taken', audit: [] }
        const inserted = await insertProbe(trx, probe)
        if (inserted === 'id-taken') return { result: inserted, audit: [] }
        await insertCode(store, trx, inserted.id, code)
        const made = await find(trx, inserted.id)
        if (!made) throw new Error('a probe that was made is not there')
        return { result: made, audit: { action: 'probe.create', ...trace(null, made) } }
      })
    },

    /** Changes name, pause or limit. The certificate keeps the old name until it is renewed. */
    change(id: number, change: ProbeChange, origin: AuditOrigin): Promise<ManagedProbe | 'absent' | 'fqdn-taken'> {
      return auditedChange<ManagedProbe | 'absent' | 'fqdn-taken'>(store, origin, async (trx) => {
        await lockProbes(trx)
        const before = await find(trx, id)
        if (!before) return { result: 'absent', audit: [] }
        const after = changed(before, change)
        if (!after) return { result: before, audit: [] }
        const holder = await findLiveByName(trx, after.fqdn)
        if (holder && holder.id !== id) return { result: 'fqdn-taken', audit: [] }
        await write(store, trx, after)
        return { result: after, audit: { action: 'probe.change', ...trace(before, after) } }
      })
    },

    /**
     * Removes a probe and ends its certificates and codes. Its id is never reused, because stored events contain it.
     * Its ledger and coverage rows stay as long as its events.
     */
    remove(id: number, origin: AuditOrigin): Promise<'removed' | 'absent'> {
      return auditedChange<'removed' | 'absent'>(store, origin, async (trx) => {
        await lockProbes(trx)
        const before = (await lockProbe(trx, id)) && (await find(trx, id))
        if (!before) return { result: 'absent', audit: [] }
        await withdraw(store, trx, id)
        await sql`
          update probe set heard_at = greatest(heard_at, reported_at)
          from probe_health where id = ${id} and probe_id = id
        `.execute(trx)
        await trx.deleteFrom('probe_health').where('probe_id', '=', id).execute()
        await trx.deleteFrom('probe_clock').where('probe_id', '=', id).execute()
        await trx.deleteFrom('probe_clone_alarm').where('probe_id', '=', id).execute()
        await trx.deleteFrom('probe_clone_clearance').where('probe_id', '=', id).execute()
        await trx.deleteFrom('probe_network').where('probe_id', '=', id).execute()
        await trx.updateTable('probe').set({ deleted_at: store.now() }).where('id', '=', id).execute()
        return { result: 'removed', audit: { action: 'probe.remove', ...trace(before, null) } }
      })
    },
  }
}

function probeRows({ now }: Store, db: Kysely<Database>) {
  return db
    .selectFrom('probe')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('probe_certificate')
          .select(['fingerprint', 'issued_at', 'not_after'])
          .whereRef('probe_id', '=', 'probe.id')
          .where('revoked_at', 'is', null)
          .where('superseded_at', 'is', null)
          .orderBy('issued_at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['probe.id', 'probe.fqdn', 'probe.created_at as createdAt', 'probe.paused_at'])
    .select(['probe.events_per_second as eventsPerSecond', 'probe.last_seen_at as lastSeenAt'])
    .select(['newest.fingerprint', 'newest.issued_at', 'newest.not_after', isPaired(now()).as('isPaired')])
    .select((query) =>
      query
        .selectFrom('probe_enrolment')
        .select(({ fn }) => fn.max('expires_at').as('expires_at'))
        .whereRef('probe_id', '=', 'probe.id')
        .where('used_at', 'is', null)
        .where('expires_at', '>', now())
        .as('enrolmentExpiresAt'),
    )
    .where('probe.deleted_at', 'is', null)
}

type ProbeRow = Awaited<ReturnType<ReturnType<typeof probeRows>['execute']>>[number]

function probeOf(row: ProbeRow, certificates: ManagedCertificate[] = [], alarms: CloneAlarm[] = []): ManagedProbe {
  const { paused_at, fingerprint, issued_at, not_after, ...rest } = row
  const certificate =
    fingerprint && issued_at && not_after ? { fingerprint, issuedAt: issued_at, notAfter: not_after } : null
  return { ...rest, isPaused: paused_at !== null, certificate, certificates, cloneAlarms: alarms }
}

/** The probe after the change; undefined if nothing changes. */
function changed(before: ManagedProbe, change: ProbeChange): ManagedProbe | undefined {
  const after = {
    ...before,
    fqdn: change.fqdn ?? before.fqdn,
    isPaused: change.isPaused ?? before.isPaused,
    eventsPerSecond: change.eventsPerSecond === undefined ? before.eventsPerSecond : change.eventsPerSecond,
  }
  const isSame =
    after.fqdn === before.fqdn && after.isPaused === before.isPaused && after.eventsPerSecond === before.eventsPerSecond
  return isSame ? undefined : after
}

async function write({ now }: Store, trx: Transaction<Database>, probe: ManagedProbe): Promise<void> {
  await trx
    .updateTable('probe')
    .set({
      fqdn: probe.fqdn,
      events_per_second: probe.eventsPerSecond,
      paused_at: probe.isPaused ? sql`coalesce(paused_at, ${now()})` : null,
    })
    .where('id', '=', probe.id)
    .execute()
}

function trace(before: ManagedProbe | null, after: ManagedProbe | null) {
  const shown = (probe: ManagedProbe | null) =>
    probe && { fqdn: probe.fqdn, is_paused: probe.isPaused, events_per_second: probe.eventsPerSecond }
  return { object: `probe/${before?.id ?? after?.id}`, before: shown(before), after: shown(after) }
}
