import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Secret } from '@watchpost/runtime'
import { connectStore, migrate, migrations, type Store, type StoreConfig } from '@watchpost/store'
import { sql } from 'kysely'
import { inject } from 'vitest'

export interface TestStore extends AsyncDisposable {
  store: Store
  /** For a service that connects by itself. */
  config: StoreConfig
}

/** An arbitrary advisory lock id, the same for every test process: serialises creating and copying the template. */
const templateLock = 7_402_118

/** A separate database, copied from a migrated template and dropped on disposal. */
export async function testStore(): Promise<TestStore> {
  const server = configOf(inject('storeUrl'))
  const admin = connectStore(server)
  const name = `test_${randomBytes(8).toString('hex')}`
  await admin.db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${templateLock})`.execute(db)
    try {
      const template = await migratedTemplate(admin, server)
      await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db)
    } finally {
      await sql`select pg_advisory_unlock(${templateLock})`.execute(db)
    }
  })

  const config = inDatabase(server, name)
  const store = connectStore(config, 'test')
  return {
    store,
    config,
    async [Symbol.asyncDispose]() {
      await store.close()
      // It only saves disk space: the server is removed with the run, and a busy disk must not fail the test.
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db).catch(() => undefined)
      await admin.close()
    },
  }
}

/** The template is named after the migrations, so a changed list creates a new one. */
async function migratedTemplate(admin: Store, server: StoreConfig): Promise<string> {
  const source = Object.entries(migrations).map(([name, migration]) => `${name} ${migration.up.toString()}`)
  const name = `template_${createHash('sha256').update(source.join('\n')).digest('hex').slice(0, 16)}`
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(admin.db)
  if (rows.length > 0) return name

  const draft = `${name}_draft`
  await sql`drop database if exists ${sql.id(draft)} with (force)`.execute(admin.db)
  await sql`create database ${sql.id(draft)}`.execute(admin.db)
  const store = connectStore(inDatabase(server, draft))
  await migrate(store)
  await store.close()
  // Rename last: a run that was killed halfway leaves no half-migrated template.
  await sql`alter database ${sql.id(draft)} rename to ${sql.id(name)}`.execute(admin.db)
  return name
}

function configOf(url: string): StoreConfig {
  const path = inject('storePasswordFile')
  const password = path ? { password: new Secret(readFileSync(path, 'utf8').trim()) } : {}
  return { url, poolSize: 4, ...password }
}

function inDatabase(server: StoreConfig, name: string): StoreConfig {
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return { ...server, url: url.href }
}
