import type { Database, Store } from '@watchpost/store'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { createChance } from '../harness/chance.ts'

type Chance = ReturnType<typeof createChance>

/** The rows that can be altered. */
export interface Extent {
  firstId: number
  lastId: number
  /** Each checkpoint with its last row. */
  checkpoints: readonly { number: number; lastId: number }[]
  /** Rows that cover a batch of entries. */
  batches: readonly { id: number; batch: number; count: number }[]
  /** The last row of the older copy. */
  olderId: number
}

/** One alteration, and where it must be detected: at one of these rows, or with one of these words. */
export interface Bent {
  what: string
  ids: readonly number[]
  words?: RegExp
}

type Bend = (trx: Transaction<Database>, extent: Extent, chance: Chance) => Promise<Bent>

const texts = ['username', 'via', 'address', 'request_id', 'action', 'object'] as const

/** Changes one byte of one column of a row, or of its hash. */
const changeByte: Bend = async (trx, { firstId, lastId }, chance) => {
  const id = firstId + chance.below(lastId - firstId + 1)
  const column = chance.pick([...texts, 'at', 'account_id', 'after', 'hash'])
  const place = chance.below(1_000)
  const byText = sql`overlay(${sql.ref(column)} placing case when substr(${sql.ref(column)}, 1 + ${place} % greatest(1, length(${sql.ref(column)})), 1) = 'x' then 'y' else 'x' end
    from 1 + ${place} % greatest(1, length(${sql.ref(column)})) for 1)`
  const changed = {
    at: sql`at + interval '1 microsecond'`,
    account_id: sql`coalesce(account_id, 0) + 1`,
    after: sql`coalesce(after, '{}'::jsonb) || '{"bent": 1}'::jsonb`,
    hash: sql`set_byte(hash, ${place} % 32, get_byte(hash, ${place} % 32) # 1)`,
  }
  const value = column in changed ? changed[column as keyof typeof changed] : byText
  await sql`update audit set ${sql.ref(column)} = ${value} where id = ${id}`.execute(trx)
  return { what: `a byte of ${column}`, ids: [id] }
}

const removeRow: Bend = async (trx, { firstId, lastId }, chance) => {
  const id = firstId + chance.below(lastId - firstId)
  await sql`delete from audit where id = ${id}`.execute(trx)
  return { what: 'a row removed', ids: [id] }
}

/** Swaps everything but the ids, with or without the hashes. */
const swapRows: Bend = async (trx, { firstId, lastId }, chance) => {
  const one = firstId + chance.below(lastId - firstId)
  const other = one + 1 + chance.below(Math.min(50, lastId - one))
  const columns = ['at', ...texts, 'account_id', 'credential_prefix', 'before', 'after']
  const isWithHash = chance.below(2) === 0
  const swapped = [...columns, ...(isWithHash ? ['hash'] : [])].map(
    (column) => sql`${sql.ref(column)} = twin.${sql.ref(column)}`,
  )
  await sql`
    update audit set ${sql.join(swapped)} from audit twin
    where (audit.id, twin.id) in ((${one}::bigint, ${other}::bigint), (${other}::bigint, ${one}::bigint))
  `.execute(trx)
  return { what: 'two rows swapped', ids: [one, other, one + 1, other + 1] }
}

/** Also removes every trace: entries, checkpoints, and the head in the database. */
const cutTail: Bend = async (trx, { firstId, lastId }, chance) => {
  const id = Math.max(firstId, lastId - 1 - chance.below(Math.min(200, lastId - firstId)))
  await sql`
    delete from audit_access where batch in (
      select (after->>'batch')::bigint from audit where id > ${id} and action = 'access.collect')
  `.execute(trx)
  await sql`delete from audit where id > ${id}`.execute(trx)
  await sql`delete from audit_checkpoint where last_id > ${id}`.execute(trx)
  await sql`update audit_head set last_id = id, hash = last.hash from (select id, hash from audit where id = ${id}) last`.execute(
    trx,
  )
  return { what: 'the tail cut off', ids: [id + 1] }
}

const restoreOlder: Bend = async (trx, { olderId }) => {
  for (const table of ['audit', 'audit_head', 'audit_checkpoint', 'audit_access']) {
    await sql`truncate ${sql.table(table)}`.execute(trx)
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`older.${table}`)}`.execute(trx)
  }
  return { what: 'an older copy put back', ids: [olderId + 1] }
}

/** Rewrites a row and all later hashes, as an attacker who knows the algorithm would. */
const rewriteAll: Bend = async (trx, { firstId, lastId, checkpoints }, chance) => {
  const id = firstId + chance.below(lastId - firstId + 1)
  await sql`update audit set username = username || 'x' where id = ${id}`.execute(trx)
  await sql`
    do $$ declare r record; last bytea; begin
      select hash into last from audit where id = ${sql.raw(String(id))} - 1;
      if last is null then select hash into last from bent_start; end if;
      for r in select audit.id, public.audit_line(row(audit.*)::public.audit) as line from audit
        where audit.id >= ${sql.raw(String(id))} order by audit.id loop
        last := sha256(last || convert_to(r.line, 'UTF8'));
        update audit set hash = last where audit.id = r.id;
      end loop;
      update audit_head set hash = last;
    end $$
  `.execute(trx)
  const signed = checkpoints.find((each) => each.lastId >= id)?.lastId ?? lastId
  return { what: 'a row and all hashes after it', ids: [signed] }
}

const changeEntry: Bend = async (trx, { batches }, chance) => {
  const { id, batch, count } = chance.pick(batches)
  const position = 1 + chance.below(count)
  const how = chance.below(3)
  if (how === 0) {
    await sql`update audit_access set object = object || 'x' where batch = ${batch} and position = ${position}`.execute(
      trx,
    )
  } else if (how === 1) {
    await sql`delete from audit_access where batch = ${batch} and position = ${position}`.execute(trx)
  } else {
    await sql`
      insert into audit_access select batch, ${count + 1}, at, account_id, username, via, credential_prefix, address,
        request_id, action, object, result, status, detail from audit_access where batch = ${batch} and position = 1
    `.execute(trx)
  }
  return { what: 'an entry', ids: [id] }
}

const changeCheckpoint: Bend = async (trx, { checkpoints }, chance) => {
  const { number } = chance.pick(checkpoints)
  const words = new RegExp(`checkpoints? ${number} `)
  if (chance.below(2) === 0) {
    await sql`delete from audit_checkpoint where number = ${number}`.execute(trx)
  } else {
    await sql`update audit_checkpoint set statement = replace(statement, '"last_id":', '"last_id":1') where number = ${number}`.execute(
      trx,
    )
  }
  return { what: 'a checkpoint', ids: [], words }
}

export const bends = {
  changeByte,
  removeRow,
  swapRows,
  cutTail,
  restoreOlder,
  rewriteAll,
  changeEntry,
  changeCheckpoint,
} satisfies Record<string, Bend>

/** Alters the copy, calls `look`, and rolls the alteration back. */
export async function bendAndLook<T>(
  { db }: Store,
  bend: (trx: Transaction<Database>) => Promise<Bent>,
  look: (bent: Kysely<Database>) => Promise<T>,
): Promise<{ bent: Bent; seen: T }> {
  const trx = await db.startTransaction().execute()
  try {
    const bent = await bend(trx)
    return { bent, seen: await look(trx) }
  } finally {
    await trx.rollback().execute()
  }
}
