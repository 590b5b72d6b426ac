import { createPublicKey } from 'node:crypto'
import { readHeadFile, type SignedStatement, type TrailStart, verifyTrail } from '@watchpost/audit'
import { createAuditTrailStore, type Store } from '@watchpost/store'
import { sql } from 'kysely'
import type { Stack } from '../../stack/stack.ts'
import { createChance } from '../harness/chance.ts'
import type { Report } from '../harness/report.ts'
import { bendAndLook, bends, type Extent } from './bend.ts'
import { connectSuperuser, watchpost } from './database.ts'
import { fillAudit } from './fill.ts'
import { allSigned } from './signed.ts'

const TABLES = ['audit', 'audit_head', 'audit_checkpoint', 'audit_access', 'audit_archive']

/** The superuser alters a copy of the tables in many ways: each alteration is detected at the right row. */
export async function proveTampering(
  stack: Stack,
  report: Report,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const owner = connectSuperuser(stack)
  const copy = connectSuperuser(stack, 'bent')
  try {
    // Create some checkpoints to alter.
    for (let turn = 0; turn < 3; turn += 1) {
      await fillAudit(owner, { changes: 1_000, entries: 1_000 })
      await allSigned(stack, owner)
    }
    const key = createPublicKey((await watchpost(stack, ['audit', 'key'])).said)
    const head = await copyTables(stack, owner)
    const start = await startOf(copy)
    const extent = await prepare(owner, copy, start)
    const look = (store: Store) =>
      verifyTrail({ source: createAuditTrailStore(store), publicKey: key, head, start }).then(({ breaks }) => breaks)
    const untouched = await look(copy)
    report.check('the unaltered copy is whole', untouched.length === 0, untouched[0]?.says)

    const chance = createChance(seed)
    const names = Object.keys(bends) as (keyof typeof bends)[]
    const missed: string[] = []
    const elsewhere: string[] = []
    for (let turn = 0; turn < count; turn += 1) {
      const name = names[turn % names.length] ?? 'changeByte'
      const { bent, seen } = await bendAndLook(
        copy,
        (trx) => bends[name](trx, extent, chance),
        (db) => look({ ...copy, db }),
      )
      const told = `${bent.what} at ${bent.ids.join(' or ')}: ${seen.map(({ says }) => says).join('; ') || 'nothing'}`
      if (seen.length === 0) missed.push(told)
      else if (!seen.some(({ id, says }) => (id !== null && bent.ids.includes(id)) || bent.words?.test(says)))
        elsewhere.push(told)
      if ((turn + 1) % 500 === 0) report.step(`${turn + 1} of ${count} alterations`)
    }
    report.figure('bendings', count)
    report.check(`${count} random alterations are all found`, missed.length === 0, missed.slice(0, 3).join(' | '))
    report.check(
      'and the place that is told is the right one',
      elsewhere.length === 0,
      elsewhere.slice(0, 3).join(' | '),
    )
    await proveCommand(stack, owner, report)
  } finally {
    for (const schema of ['bent', 'older']) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(owner.db)
    await copy.close()
    await owner.close()
  }
}

/** The command reports the row and fails; after the row is restored, it succeeds. */
async function proveCommand(stack: Stack, owner: Store, report: Report): Promise<void> {
  const bend = (username: string) =>
    owner.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update audit set username = ${sql.raw(username)} where id = 3`.execute(trx)
    })
  await bend(`username || 'x'`)
  const broken = await watchpost(stack, ['audit', 'verify'])
  await bend(`regexp_replace(username, 'x$', '')`)
  const mended = await watchpost(stack, ['audit', 'verify'])
  report.check(
    '`watchpost audit verify` ends with 1 and says where, and with 0 once it is fixed',
    broken.code === 1 && /BROKEN: row 3 /.test(broken.said) && mended.code === 0,
    `${broken.code}, then ${mended.code}`,
  )
}

/** Copies all tables at one point in time, without triggers and permissions, and the head signed for exactly that. */
async function copyTables(stack: Stack, owner: Store): Promise<SignedStatement> {
  for (;;) {
    await allSigned(stack, owner)
    const head = await readHeadFile(stack.folder.audit)
    if (typeof head === 'string') throw new Error('the head is gone')
    const { last_id } = JSON.parse(head.text) as { last_id: number }
    const copied = await owner.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { last_id: present } = await trx.selectFrom('audit_head').select('last_id').executeTakeFirstOrThrow()
        if (present !== last_id) return false
        await sql`create schema bent`.execute(trx)
        for (const table of TABLES) {
          await sql`create table ${sql.table(`bent.${table}`)} as select * from ${sql.table(`public.${table}`)}`.execute(
            trx,
          )
        }
        return true
      })
    if (copied) return head
  }
}

/** Starts after a checkpoint that has two more after it, so that each check is short and covers everything. */
async function startOf(copy: Store): Promise<TrailStart> {
  const points = await createAuditTrailStore(copy).checkpoints(0, 100_000)
  const chosen = points.at(-3)
  if (!chosen) throw new Error('there are too few checkpoints')
  const { hash, last_id } = JSON.parse(chosen.text) as { hash: string; last_id: number }
  return { lastId: last_id, hash: Buffer.from(hash, 'hex'), checkpoint: chosen.number }
}

/** Removes earlier rows, which are not checked, and keeps an older copy that can be restored. */
async function prepare(
  owner: Store,
  { db }: Store,
  { lastId: startId, hash, checkpoint }: TrailStart,
): Promise<Extent> {
  await sql`
    delete from audit_access where batch in (
      select (after->>'batch')::bigint from audit where id <= ${startId} and action = 'access.collect')
  `.execute(db)
  await sql`delete from audit where id <= ${startId}`.execute(db)
  await sql`create table bent_start as select ${hash}::bytea as hash`.execute(db)
  for (const statement of [
    'create index on audit (id)',
    'create index on audit_access (batch)',
    'create index on audit (object)',
  ])
    await sql.raw(statement).execute(db)
  const batches = await sql<{ id: number; batch: number; count: number }>`
    select id, (after->>'batch')::bigint as batch, (after->>'count')::bigint as count
    from audit where action = 'access.collect' and (after->>'count')::bigint > 0
  `.execute(db)
  const { last_id: lastId } = await db.selectFrom('audit_head').select('last_id').executeTakeFirstOrThrow()
  const points = await db
    .selectFrom('audit_checkpoint')
    .select(['number', 'last_id as lastId'])
    .where('number', '>', checkpoint)
    .orderBy('number')
    .execute()
  const olderId = points[0]?.lastId ?? startId + 1
  await sql`create schema older`.execute(owner.db)
  for (const table of TABLES) {
    await sql`create table ${sql.table(`older.${table}`)} as select * from ${sql.table(`bent.${table}`)}`.execute(db)
  }
  await sql`
    delete from older.audit_access where batch in (
      select (after->>'batch')::bigint from older.audit where id > ${olderId} and action = 'access.collect')
  `.execute(db)
  await sql`delete from older.audit where id > ${olderId}`.execute(db)
  await sql`delete from older.audit_checkpoint where last_id > ${olderId}`.execute(db)
  await sql`
    update older.audit_head set last_id = ${olderId}, hash = (select hash from older.audit where id = ${olderId})
  `.execute(db)
  return { firstId: startId + 1, lastId, checkpoints: points, batches: batches.rows, olderId }
}
