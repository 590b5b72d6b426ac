import { execFileSync } from 'node:child_process'
import { mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findInstalled } from './installed.ts'
import { freePorts } from './ports.ts'
import { postgresServer } from './postgres.ts'
import { findServerUser, makeOwnFolder } from './server-user.ts'
import { waitUntilHealthy } from './wait-until-healthy.ts'

const folder = mkdtempSync('/var/tmp/watchpost-postgres-')
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('survives kill -9 and an immediate restart with its data, until it is cleared', async () => {
  const user = findServerUser()
  const secret = (name: string) => {
    writeFileSync(join(folder, name), 'a password', { mode: 0o600 })
    return join(folder, name)
  }
  const place = {
    dataDir: join(folder, 'data'),
    logDir: join(folder, 'logs'),
    runDir: join(folder, 'run'),
    endsWithStarter: true,
    ...(user && { user }),
  }
  makeOwnFolder(place.dataDir, user)
  const [port = 0] = await freePorts(1)
  const installed = findInstalled()
  const server = postgresServer({
    place,
    installed,
    port,
    superuserPasswordFile: secret('superuser'),
    rolePasswordFile: secret('role'),
    database: 'kept',
  })
  const sql = (statement: string) =>
    execFileSync(
      join(installed.postgresBin, 'psql'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'kept', '-XAtqc', statement],
      { env: { PGPASSWORD: readFileSync(join(folder, 'role'), 'utf8') }, encoding: 'utf8' },
    ).trim()

  try {
    await server.start()
    sql('create table round (n integer)')
    for (const round of [1, 2, 3]) {
      sql(`insert into round values (${round})`)
      await server.kill9()
      await server.start()
      await waitUntilHealthy(server, 30_000)
    }
    expect(sql('select count(*) from round')).toBe('3')
    await server.clear()
    expect(sql("select to_regclass('round') is null")).toBe('t')
  } finally {
    await server.stop()
  }
  expect(server.pid()).toBeUndefined()
})
