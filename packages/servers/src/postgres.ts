import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDetachedProcess } from './detached-process.ts'
import type { Installed } from './installed.ts'
import { portsToBeFree } from './ports.ts'
import type { DataServer, Place } from './server.ts'
import type { Login, ServerTls } from './server-security.ts'
import { makeOwnFolder, writeOwnFile } from './server-user.ts'
import { waitUntil } from './wait-until.ts'

const run = promisify(execFile)

export interface PostgresOptions {
  place: Place
  installed: Pick<Installed, 'postgresBin'>
  port: number
  /** Password files: of the superuser `postgres`, and of the database owner. */
  superuserPasswordFile: string
  rolePasswordFile: string
  /** The name of the database and of its owner. */
  database: string
  /** Other users, which own nothing. */
  guests?: readonly Login[]
  /** With it, only connections with TLS 1.3 are accepted. */
  tls?: ServerTls
  /** Additional settings of the server. */
  settings?: Readonly<Record<string, string>>
}

/**
 * PostgreSQL with password authentication, on 127.0.0.1 only, without a socket file, because its path would have to be
 * short.
 */
export function postgresServer(options: PostgresOptions): DataServer {
  const { place, port, database, tls } = options
  const dataDir = join(place.dataDir, 'postgres')
  // A smart shutdown would wait for clients to disconnect.
  const daemon = createDetachedProcess('postgres', place, { stopSignal: 'SIGINT' })
  const flags = () =>
    Object.entries({ ...ownSettings, ...(tls && secure(tls)), ...options.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
  const binary = (name: string) => join(options.installed.postgresBin, name)

  async function format(): Promise<void> {
    const fresh = `${dataDir}.new`
    const passwordFile = `${dataDir}.password`
    rmSync(fresh, { recursive: true, force: true })
    makeOwnFolder(fresh, place.user)
    writeOwnFile(passwordFile, passwordIn(options.superuserPasswordFile), place.user)
    await run(
      binary('initdb'),
      [
        '--pgdata',
        fresh,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--data-checksums',
      ],
      { cwd: '/', ...place.user },
    )
    rmSync(passwordFile)
    renameSync(fresh, dataDir)
  }

  /** Copies the files for the user of the server, and returns the settings that name them. */
  function secure({ certFile, keyFile }: ServerTls): Record<string, string> {
    const folder = `${dataDir}-tls`
    const copy = (name: string, text: string) => {
      writeOwnFile(join(folder, name), text, place.user)
      return join(folder, name)
    }
    makeOwnFolder(folder, place.user)
    return {
      ssl: 'on',
      ssl_min_protocol_version: 'TLSv1.3',
      ssl_cert_file: copy('server.pem', readFileSync(certFile, 'utf8')),
      ssl_key_file: copy('server-key.pem', readFileSync(keyFile, 'utf8')),
      hba_file: copy('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256\n'),
    }
  }

  async function sql(statement: string): Promise<string> {
    const password = passwordIn(options.superuserPasswordFile)
    const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', 'postgres']
    const { stdout } = await run(binary('psql'), [...connection, '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', statement], {
      env: {
        PGPASSWORD: password,
        PGCONNECT_TIMEOUT: '5',
        ...(tls && { PGSSLMODE: 'verify-full', PGSSLROOTCERT: tls.caFile }),
      },
    })
    return stdout.trim()
  }

  async function provideRole(name: string, passwordFile: string): Promise<void> {
    const password = passwordIn(passwordFile).replaceAll("'", "''")
    if (await sql(`select 1 from pg_roles where rolname = '${name}'`)) return
    await sql(`create role "${name}" login password '${password}'`)
  }

  /**
   * Creates a database owner without further rights. Idempotent, because an earlier start may have been interrupted.
   */
  async function provide(): Promise<void> {
    await provideRole(database, options.rolePasswordFile)
    if (!(await sql(`select 1 from pg_database where datname = '${database}'`))) {
      await sql(`create database "${database}" owner "${database}"`)
    }
    for (const { name, passwordFile } of options.guests ?? []) await provideRole(name, passwordFile)
  }

  const isReady = () =>
    run(binary('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-t', '2']).then(
      () => true,
      () => false,
    )

  async function launch(): Promise<void> {
    await portsToBeFree('postgres', [port])
    if (!existsSync(dataDir)) await format()
    await removeStaleLock(dataDir)
    daemon.launch({
      command: binary('postgres'),
      args: ['-D', dataDir, '-p', String(port), ...flags()],
    })
  }

  return {
    name: 'postgres',
    ports: [port],
    logFile: daemon.logFile,
    pid: daemon.pid,
    kill9: daemon.kill9,
    stop: daemon.stop,

    async clear() {
      const names = await sql(`select datname from pg_database where not datistemplate and datname <> 'postgres'`)
      for (const name of names.split('\n').filter(Boolean)) await sql(`drop database "${name}" with (force)`)
      await provide()
    },

    async start() {
      if (daemon.pid() === undefined) await launch()
      const isUp = async () => daemon.pid() === undefined || (await isReady())
      if ((await waitUntil(isUp, { withinMs: 60_000 })) && daemon.pid() !== undefined) await provide()
    },

    async problem() {
      if (daemon.pid() === undefined) return 'not running'
      return (await isReady()) ? undefined : 'does not accept connections'
    },
  }
}

const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  max_connections: '200',
}

/**
 * After a kill -9 the lock contains a pid that may still be in the process table, or belong to another process by now,
 * and PostgreSQL would not start. Remove the lock only when no process uses the data folder any more: a backend that
 * outlived its postmaster could still write there.
 */
async function removeStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const folder = realpathSync(dataDir)
  if (await waitUntil(() => !isWorkedIn(folder), { withinMs: 15_000, everyMs: 100 })) rmSync(lock, { force: true })
}

function isWorkedIn(folder: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false // It has ended, or belongs to another user.
    }
  })
}

function passwordIn(file: string): string {
  return readFileSync(file, 'utf8').trim()
}
