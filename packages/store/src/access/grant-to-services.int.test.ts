import { serviceNames } from '@watchpost/runtime'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServiceUser } from '../../test/a-service-user.ts'
import { anOrigin } from '../../test/an-account.ts'
import { createAccessStore } from '../audit/access-store.ts'
import { auditedChange } from '../audit/audit-store.ts'
import { createAuditTrailStore } from '../audit/audit-trail-store.ts'

const refused = /permission denied|must be owner/

test('lets a user that all services share append to the audit but not alter it', async () => {
  await using made = await testStore()
  await using user = await aServiceUser(made, serviceNames)
  const { store } = user
  await auditedChange(store, anOrigin(), async (trx) => {
    await trx.insertInto('ingest_hold').values({ reason: 'x', detail: '' }).execute()
    return { result: 1, audit: { action: 'hold.raise', object: 'hold/x', before: null, after: null } }
  })
  await createAccessStore(store).add(anOrigin(), [], 3)
  const trail = createAuditTrailStore(store)
  expect((await trail.state()).lastId).toBe(2)
  await trail.whileSigning((signing) =>
    signing.addCheckpoint({ number: 1, lastId: 2, text: 'x', signature: Buffer.from('x') }),
  )
  for (const table of ['audit', 'audit_access', 'audit_checkpoint', 'audit_head', 'audit_archive']) {
    for (const statement of [
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
      sql`alter table ${sql.table(table)} disable trigger all`,
      sql`drop table ${sql.table(table)}`,
    ])
      await expect(statement.execute(store.db), table).rejects.toThrow(refused)
  }
  await expect(sql`update audit set username = 'y'`.execute(store.db)).rejects.toThrow('permission denied')
  await expect(sql`update audit_head set last_id = 0`.execute(store.db)).rejects.toThrow('permission denied')
  await expect(
    sql`create or replace function audit_number() returns trigger language plpgsql as 'begin return new; end'`.execute(
      store.db,
    ),
  ).rejects.toThrow(refused)
})

test.each(['gateway', 'indexer', 'clusters', 'exporter'] as const)('%s cannot touch accounts', async (service) => {
  await using made = await testStore()
  await using user = await aServiceUser(made, [service])
  for (const table of ['account', 'session', 'api_key', 'login_lane']) {
    for (const statement of [sql`select from ${sql.table(table)}`, sql`delete from ${sql.table(table)}`])
      await expect(statement.execute(user.store.db), table).rejects.toThrow(refused)
  }
})

test('lets the gateway change only contact times of probes and use of codes', async () => {
  await using made = await testStore()
  await using user = await aServiceUser(made, ['gateway'])
  await sql`update probe set last_seen_at = now(), heard_at = now()`.execute(user.store.db)
  await expect(sql`update probe set paused_at = null`.execute(user.store.db)).rejects.toThrow(refused)
  await expect(sql`update probe_enrolment set expires_at = 'infinity'`.execute(user.store.db)).rejects.toThrow(refused)
})

// PostgreSQL only warns if the user holds some privilege on the table, so the statement may succeed without an effect.
test.each(serviceNames)('%s cannot pass its privileges on', async (service) => {
  await using made = await testStore()
  await using user = await aServiceUser(made, [service])
  const privileges = async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname, relacl::text, pg_get_userbyid(relowner) as owner from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`.execute(made.store.db)
    return rows
  }
  const before = await privileges()
  expect(before.length).toBeGreaterThan(40)
  for (const { relname } of before) {
    const grant = sql`grant all on ${sql.table(relname)} to public`.execute(user.store.db)
    await grant.catch((error: unknown) => expect(String(error)).toMatch(refused))
  }
  expect(await privileges()).toEqual(before)
})
