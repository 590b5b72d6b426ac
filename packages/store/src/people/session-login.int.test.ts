import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrate, migrations } from '../database/migrate.ts'
import { createSessionStore } from './session-store.ts'

const migration = '20261117T0750-session-login'

test('ends sessions from before the upgrade 7 days after their token was created', async () => {
  await using test = await testStore()
  const { db } = test.store
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const names = Object.keys(migrations)
  const before = names[names.indexOf(migration) - 1] ?? ''
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  await migrator.migrateTo(before)

  await sql`insert into account (username, password_hash, role) values ('olga', '$argon2id$x', 'operator')`.execute(db)
  const [young, old] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  await sql`
    insert into session (token_hash, account_id, created_at, expires_at) values
      (${young}, 1, now() - interval '6 days', now() + interval '1 hour'),
      (${old}, 1, now() - interval '8 days', now() + interval '1 hour')
  `.execute(db)
  await migrate(test.store)

  const sessions = createSessionStore(test.store)
  expect(await sessions.findLive('token', young)).toMatchObject({ username: 'olga' })
  expect(await sessions.findLive('token', old)).toBe('absent')
  const rows = await sql<{ same: boolean }>`select login_at = created_at as same from session`.execute(db)
  expect(rows.rows).toEqual([{ same: true }, { same: true }])
})
