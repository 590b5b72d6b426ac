import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findInstalled, findServerUser, freePorts, makeOwnFolder, postgresServer } from '@watchpost/servers'
import { connectStore } from '@watchpost/store'
import { afterAll, expect, test } from 'vitest'
import { accessLine, identLines } from './store-server.ts'

const folder = mkdtempSync('/var/tmp/watchpost-peer-')
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string, mode = 0o600) => {
  writeFileSync(join(folder, name), text, { mode })
  return join(folder, name)
}

/** A PostgreSQL with the lines of the setup, and passwords for its own start only. */
async function aServer() {
  const user = findServerUser()
  const place = {
    dataDir: join(folder, 'data'),
    logDir: join(folder, 'logs'),
    runDir: join(folder, 'run'),
    endsWithStarter: true,
    ...(user && { user }),
  }
  makeOwnFolder(place.dataDir, user)
  const socketDir = join(folder, 'socket')
  mkdirSync(socketDir)
  chmodSync(socketDir, 0o777)
  const [port = 0] = await freePorts(1)
  const server = postgresServer({
    place,
    installed: findInstalled(),
    port,
    superuserPasswordFile: file('superuser', 'a password'),
    rolePasswordFile: file('role', 'a password'),
    database: 'watchpost',
    guests: ['console', 'api'].map((name) => ({ name: `watchpost_${name}`, passwordFile: file(name, 'a password') })),
    settings: {
      unix_socket_directories: socketDir,
      hba_file: file('hba.conf', `${accessLine}\nhost all all 127.0.0.1/32 scram-sha-256\n`, 0o644),
      // The test runs as one system user, which takes the place of root.
      ident_file: file('ident.conf', identLines.join('\n').replaceAll(' root ', ` ${userInfo().username} `), 0o644),
    },
  })
  await server.start()
  return {
    url: (role: string) => `postgres://${role}@localhost:${port}/watchpost?host=${socketDir}`,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

/** Connects without a password. */
async function logIn(url: string): Promise<string> {
  const store = connectStore({ url, poolSize: 1 })
  try {
    await store.db.selectNoFrom((of) => of.val(1).as('one')).execute()
    return 'in'
  } finally {
    await store.close()
  }
}

test('a system user logs in by the socket without a password, as its own database users only', async () => {
  await using server = await aServer()
  expect(await logIn(server.url('watchpost'))).toBe('in')
  expect(await logIn(server.url('watchpost_console'))).toBe('in')
  await expect(logIn(server.url('watchpost_api'))).rejects.toThrow('Peer authentication failed')
})
