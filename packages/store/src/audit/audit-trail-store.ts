import { type Kysely, type RawBuilder, sql } from 'kysely'
import { accessLine, collectAction } from './access-store.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { auditedChange, type AuditOrigin } from './audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** A row of the chain. `line` is the row without its hash, in a canonical form. */
export interface TrailRow {
  id: number
  line: string
  hash: Buffer
  collected: { batch: number; count: number; root: string } | null
}

export interface TrailCheckpoint {
  number: number
  lastId: number
  text: string
  signature: Buffer
}

/** The end of the chain, and how much of it is signed in the database. */
export interface TrailState {
  lastId: number
  hash: Buffer
  checkpoint: TrailCheckpoint | null
  /** Age of the first row after the last checkpoint; 0 if there is none. */
  unsignedSeconds: number
}

/** Rows that were moved into a signed file. */
export interface TrailArchive {
  number: number
  lastId: number
  hash: Buffer
  text: string
  signature: Buffer
}

export type AuditTrailStore = ReturnType<typeof createAuditTrailStore>

/** The audit as a chain, for verification, signing and archiving. */
export function createAuditTrailStore(store: Store) {
  const { db } = store
  return {
    ...readerOf(db),

    /** The newest checkpoint that covers only rows from before `instant`. */
    async checkpointBefore(instant: Date): Promise<TrailCheckpoint | 'absent'> {
      const { rows } = await sql<TrailCheckpoint>`
        select number, last_id as "lastId", statement as text, signature from audit_checkpoint
        where exists (select from audit where id = last_id and at < ${instant}) order by number desc limit 1
      `.execute(db)
      return rows[0] ?? 'absent'
    },

    archives(): Promise<TrailArchive[]> {
      return db
        .selectFrom('audit_archive')
        .select(['number', 'last_id as lastId', 'hash', 'statement as text', 'signature'])
        .orderBy('number')
        .execute()
    },

    /**
     * Removes archived rows and the access batches they cover, in one change that is audited itself. Only the owner of
     * the tables can do so. Signing and all other changes wait.
     */
    removeArchived(origin: AuditOrigin, archive: TrailArchive, after: unknown): Promise<void> {
      return auditedChange(store, origin, async (trx) => {
        await sql`select pg_advisory_xact_lock(${advisoryLocks.auditSigning})`.execute(trx)
        for (const table of ['audit', 'audit_access'])
          await sql`alter table ${sql.table(table)} disable trigger audit_refuse`.execute(trx)
        while ((await removeSome(trx, archive.lastId)) > 0);
        for (const table of ['audit', 'audit_access'])
          await sql`alter table ${sql.table(table)} enable trigger audit_refuse`.execute(trx)
        const { number, lastId: last_id, hash, text: statement, signature } = archive
        await trx.insertInto('audit_archive').values({ number, last_id, hash, statement, signature }).execute()
        const audit = { action: 'audit.archive', object: `archive/${number}`, before: null, after }
        return { result: undefined, audit }
      })
    },

    /** Runs `work` in a transaction unless another copy is signing. */
    whileSigning<T>(work: (signing: SigningTransaction) => Promise<T>): Promise<T | 'under-way'> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          held: boolean
        }>`select pg_try_advisory_xact_lock(${advisoryLocks.auditSigning}) as held`.execute(trx)
        if (!rows[0]?.held) return 'under-way'
        return work({ ...readerOf(trx), addCheckpoint: (point) => addCheckpoint(trx, point) })
      })
    },
  }
}

/** In batches, to keep each statement short. */
async function removeSome(trx: Kysely<Database>, lastId: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from audit where id in (select id from audit where id <= ${lastId} order by id limit 5000)
      returning action, after
    ), entries as (
      delete from audit_access where batch in (
        select (after->>'batch')::bigint from gone where action = ${collectAction}
      )
    )
    select count(*) as removed from gone
  `.execute(trx)
  return rows[0]?.removed ?? 0
}

type RawCheckpoint = Omit<TrailCheckpoint, 'signature'> & { signature: string }

export type SigningTransaction = ReturnType<typeof readerOf> & {
  addCheckpoint(checkpoint: TrailCheckpoint): Promise<void>
}

async function addCheckpoint(
  trx: Kysely<Database>,
  { number, lastId, text, signature }: TrailCheckpoint,
): Promise<void> {
  await trx.insertInto('audit_checkpoint').values({ number, last_id: lastId, statement: text, signature }).execute()
}

function readerOf(db: Kysely<Database>) {
  return {
    /** The next rows, by id. */
    async rows(afterId: number, limit: number): Promise<TrailRow[]> {
      const { rows } = await sql<TrailRow>`
        select id, hash, ${auditLine} as line,
          case when action = ${collectAction} then after - 'lost' end as collected
        from audit where id > ${afterId} order by id limit ${limit}
      `.execute(db)
      return rows
    },

    async state(): Promise<TrailState> {
      const { rows } = await sql<Omit<TrailState, 'checkpoint'> & { checkpoint: RawCheckpoint | null }>`
        select head.last_id as "lastId", head.hash,
          case when point.number is not null then jsonb_build_object('number', point.number, 'lastId', point.last_id,
            'text', point.statement, 'signature', encode(point.signature, 'hex')) end as checkpoint,
          coalesce((
            select extract(epoch from clock_timestamp() - at)::float8 from audit
            where id = coalesce(point.last_id, 0) + 1
          ), 0) as "unsignedSeconds"
        from audit_head head
        left join lateral (select * from audit_checkpoint order by number desc limit 1) point on true
      `.execute(db)
      const [state] = rows
      if (!state) throw new Error('the audit has no head')
      const { checkpoint } = state
      return {
        ...state,
        checkpoint: checkpoint && { ...checkpoint, signature: Buffer.from(checkpoint.signature, 'hex') },
      }
    },

    /** The last archived row: the rows in the table start after it. */
    async beginning(): Promise<{ lastId: number; hash: Buffer }> {
      const archived = await db
        .selectFrom('audit_archive')
        .select(['last_id as lastId', 'hash'])
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return archived ?? { lastId: 0, hash: Buffer.alloc(32) }
    },

    async head(): Promise<{ lastId: number; hash: Buffer }> {
      return db.selectFrom('audit_head').select(['last_id as lastId', 'hash']).executeTakeFirstOrThrow()
    },

    checkpoints(afterNumber: number, limit: number): Promise<TrailCheckpoint[]> {
      return db
        .selectFrom('audit_checkpoint')
        .select(['number', 'last_id as lastId', 'statement as text', 'signature'])
        .where('number', '>', afterNumber)
        .orderBy('number')
        .limit(limit)
        .execute()
    },

    /** The entries of these batches, as lines. */
    async lines(batches: readonly number[]): Promise<{ batch: number; position: number; line: string }[]> {
      const { rows } = await sql<{ batch: number; position: number; line: string }>`
        select batch, position, ${accessLine} as line
        from audit_access where batch = any(${[...batches]}::bigint[]) order by batch, position
      `.execute(db)
      return rows
    },

    /** Batches that have entries but no audit row; only some of them if there are many. */
    async strayBatches(): Promise<number[]> {
      const { rows } = await sql<{ batch: number }>`
        select distinct batch from audit_access entry
        where not exists (
          select from audit where object = 'access/' || entry.batch and action = ${collectAction}
        )
        order by batch limit 10
      `.execute(db)
      return rows.map(({ batch }) => batch)
    },
  }
}

/** Builds the same line as the trigger, but in the query: the owner of the database can replace its functions. */
const auditLine: RawBuilder<string> = sql`(
  select row_to_json(line)::text from (
    select audit.id, to_char(audit.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, audit.account_id,
      audit.username, audit.via, audit.credential_prefix, audit.address, audit.request_id, audit.action, audit.object,
      audit.before, audit.after
  ) line
)`
