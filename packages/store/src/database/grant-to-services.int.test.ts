import { randomBytes } from 'node:crypto'
import { Secret } from '@watchpost/runtime'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccessStore } from '../audit/access-store.ts'
import { auditedChange } from '../audit/audit-store.ts'
import { createAuditTrailStore } from '../audit/audit-trail-store.ts'
import { connectStore } from './connect-store.ts'
import { grantToServices } from './grant-to-services.ts'

test('lets the service user append to the audit but not alter it', async () => {
  await using test = await testStore()
  const owner = test.store
  const name = `guest_${randomBytes(6).toString('hex')}`
  await sql`create role ${sql.id(name)} login password 'guest'`.execute(owner.db)
  try {
    await grantToServices(owner, name)
    const url = new URL(test.config.url)
    url.username = name
    const roles = connectStore({ url: url.href, password: new Secret('guest'), poolSize: 2 })
    const origin = {
      accountId: null,
      username: 'x',
      via: 'console',
      credentialPrefix: null,
      address: '',
      requestId: '',
    } as const
    await auditedChange(roles, origin, async (trx) => {
      await trx.insertInto('ingest_hold').values({ reason: 'x', detail: '' }).execute()
      return { result: 1, audit: { action: 'hold.raise', object: 'hold/x', before: null, after: null } }
    })
    await createAccessStore(roles).add(origin, [], 3)
    const trail = createAuditTrailStore(roles)
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
        await expect(statement.execute(roles.db), table).rejects.toThrow(/permission denied|must be owner/)
    }
    await expect(sql`update audit set username = 'y'`.execute(roles.db)).rejects.toThrow('permission denied')
    await expect(sql`update audit_head set last_id = 0`.execute(roles.db)).rejects.toThrow('permission denied')
    await expect(
      sql`create or replace function audit_number() returns trigger language plpgsql as 'begin return new; end'`.execute(
        roles.db,
      ),
    ).rejects.toThrow(/permission denied|must be owner/)
    await roles.close()
  } finally {
    await sql`drop owned by ${sql.id(name)}`.execute(owner.db)
    await sql`drop role ${sql.id(name)}`.execute(owner.db)
  }
})
