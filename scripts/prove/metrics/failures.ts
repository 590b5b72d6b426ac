import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { waitUntilHealthy } from '@watchpost/servers'
import { connectStore, type Store } from '@watchpost/store'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { loadFleet } from '../../../apps/simulate/src/fleet/fleet.ts'
import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import { signIn } from '../accounts/administrator.ts'
import { storeConfig } from '../accounts/key-rotation.ts'
import type { ApiClient } from '../harness/api-client.ts'
import type { Netdata } from './receivers/netdata.ts'

/** A failure to cause, the alerts that must fire, and how to fix it. */
export interface Failure {
  name: string
  alerts: readonly string[]
  /** Needs events to arrive during the failure. */
  isUnderLoad?: boolean
  make(): Promise<void>
  mend(): Promise<void>
}

export interface FailureParts {
  stack: Stack
  api: ApiClient
  parent: Netdata
  /** The engine's disk, if it is small enough to be filled. */
  diskFolder: string | undefined
  closedPort: number
}

const MEBIBYTE = 1024 ** 2
const CERTIFICATE = '/api/system/certificate'
const MARK_OF_NO_ALERT = sql`
  insert into alert_mark (uuid, at_ms, received_at, status, note, tags, changed_by)
  values ('none', 0, now(), 'closed', '', '{}', 'proof')
`

/** All failures that can be caused here. */
export function failures({ stack, api, parent, diskFolder, closedPort }: FailureParts): Failure[] {
  const server = (start: string) => {
    const found = stack.servers.find(({ name }) => name.startsWith(start))
    if (!found) throw new Error(`this stack has no ${start}`)
    return found
  }
  const signal = async (start: string, name: NodeJS.Signals) => {
    const pid = server(start).pid()
    if (pid !== undefined) process.kill(pid, name)
  }
  const restart = async (environment: Record<string, string>) => {
    await stack.appliance.stop()
    Object.assign(process.env, environment)
    try {
      await stack.appliance.start()
      await waitUntilHealthy(stack.appliance, 120_000)
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name]
    }
  }
  let goBack = async () => undefined as void
  const tornStream = randomBytes(16).toString('hex')
  const anEvent = `${JSON.stringify({ timestamp: new Date().toISOString(), event_type: 'stats' })}\n`

  return [
    {
      name: 'events that are not JSON',
      alerts: ['WatchpostDeadLetters'],
      make: () => sendLines(stack, { lines: 'no JSON\n' }),
      mend: async () => undefined,
    },
    {
      name: 'a sensor whose clock is in the year 9999',
      alerts: ['WatchpostEventTimesWrong'],
      make: () => sendLines(stack, { lines: '{"timestamp":"9999-12-31T23:59:59Z","event_type":"stats"}\n' }),
      mend: async () => undefined,
    },
    {
      name: 'a stream that begins in the middle',
      alerts: ['WatchpostLedgerGapsOpen'],
      make: () => sendLines(stack, { lines: anEvent, stream: tornStream, first: 1 }),
      mend: () => sendLines(stack, { lines: anEvent, stream: tornStream }),
    },
    {
      name: 'the Netdata parent is gone',
      alerts: ['WatchpostMetricsExportDown'],
      make: parent.stop,
      mend: parent.start,
    },
    {
      name: 'a certificate that ends in ten days',
      alerts: ['WatchpostCertificateExpires'],
      async make() {
        const company = await createAuthority({ commonName: 'Company CA' })
        const names = { names: ['localhost'], addresses: ['127.0.0.1'], days: 10 }
        const pair = await issueServerCertificate(company, names)
        const { ca, call } = await signIn(stack)
        const body = { certificate_chain: pair.certPem + company.certPem, private_key: pair.keyPem }
        await call('PUT', CERTIFICATE, body)
        goBack = async () => {
          await call('DELETE', CERTIFICATE, undefined, { ca: [ca, company.certPem] })
        }
      },
      mend: () => goBack(),
    },
    {
      name: 'the broker stands still',
      alerts: ['WatchpostLogDown'],
      make: () => signal('kafka', 'SIGSTOP'),
      mend: () => signal('kafka', 'SIGCONT'),
    },
    {
      name: 'the engine stands still while events arrive',
      alerts: ['WatchpostEngineDown', 'WatchpostIndexingStopped', 'WatchpostRoleNotReady'],
      isUnderLoad: true,
      make: () => signal('opensearch', 'SIGSTOP'),
      mend: () => signal('opensearch', 'SIGCONT'),
    },
    {
      name: 'the database is gone',
      alerts: ['WatchpostDatabaseDown'],
      make: () => server('postgres').stop(),
      async mend() {
        await server('postgres').start()
        await waitUntilHealthy(server('postgres'), 60_000)
      },
    },
    {
      name: 'a service that ends again and again',
      alerts: ['WatchpostRoleRestarting'],
      async make() {
        for (let turn = 0; turn < 4; turn++) {
          const children = await childrenOf(stack.state.config.internalPort)
          const pid = children.find(({ name }) => name === 'clusters')?.pid
          if (pid !== undefined) process.kill(pid, 'SIGKILL')
          await sleep(5_000)
        }
      },
      mend: async () => undefined,
    },
    {
      name: 'the clocks of the services run a minute ahead',
      alerts: ['WatchpostClockOff'],
      make: () =>
        restart({
          NODE_OPTIONS: `--import=${new URL('../path/shift-clock.ts', import.meta.url).href}`,
          NODE_PROOF_AHEAD_MS: '60000',
        }),
      mend: () => restart({}),
    },
    {
      name: 'a row of the audit that someone changed',
      alerts: ['WatchpostAuditBroken'],
      make: () => bendAudit(stack, `username || ' bent'`),
      mend: () => bendAudit(stack, `replace(username, ' bent', '')`),
    },
    {
      name: 'a status of an alert that the engine does not have',
      alerts: ['WatchpostAlertStatesLate'],
      make: () => atStore(stack, (db) => MARK_OF_NO_ALERT.execute(db)),
      mend: () => atStore(stack, (db) => sql`delete from alert_mark where uuid = 'none'`.execute(db)),
    },
    {
      name: 'the supervisor is gone',
      alerts: ['WatchpostNotScraped'],
      make: () => stack.appliance.stop(),
      mend: () => restart({}),
    },
    ...(diskFolder === undefined ? [] : [fullDisk(diskFolder)]),
    {
      name: 'a syslog receiver that is not there',
      alerts: ['WatchpostExportDisconnected', 'WatchpostExportBehind'],
      isUnderLoad: true,
      make: async () =>
        void (await api.must('PUT', '/api/exports/syslog/1/general', { hostname: '127.0.0.1', port: closedPort })),
      mend: async () => void (await api.must('DELETE', '/api/exports/syslog/1')),
    },
  ]
}

function fullDisk(folder: string): Failure {
  const filler = join(folder, 'filler')
  return {
    name: 'the disk of the engine is nine tenths full',
    alerts: ['WatchpostDiskFull', 'WatchpostProbesWait'],
    isUnderLoad: true,
    async make() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      const wanted = 0.9 * blocks * bsize - (blocks - bfree) * bsize
      execFileSync('fallocate', ['-l', String(Math.floor(wanted / MEBIBYTE) * MEBIBYTE), filler])
    },
    mend: async () => rmSync(filler, { force: true }),
  }
}

/** As the owner of the tables could. */
function bendAudit(stack: Stack, username: string): Promise<void> {
  return atStore(stack, (db) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table audit disable trigger audit_refuse`.execute(trx)
      await sql`update audit set username = ${sql.raw(username)} where id = 2`.execute(trx)
      await sql`alter table audit enable trigger audit_refuse`.execute(trx)
    }),
  )
}

async function atStore(stack: Stack, work: (db: Store['db']) => Promise<unknown>): Promise<void> {
  const store = connectStore(storeConfig(stack), 'proof')
  try {
    await work(store.db)
  } finally {
    await store.close()
  }
}

interface Lines {
  lines: string
  /** A new one by default. */
  stream?: string
  first?: number
}

/** Sends a batch as a probe. */
async function sendLines({ folder, state }: Stack, { lines, stream, first = 0 }: Lines): Promise<void> {
  const { ca, probes } = await loadFleet(folder.root, 1, () => undefined)
  const [probe] = probes
  if (!probe) throw new Error('the stack has no probe')
  const pool = new Pool(`https://127.0.0.1:${state.config.gatewayPort}`, {
    connect: { ca, cert: probe.cert, key: probe.key },
  })
  const headers = {
    'content-type': 'application/x-ndjson',
    'watchpost-stream': stream ?? randomBytes(16).toString('hex'),
    'watchpost-first-sequence': String(first),
  }
  const { statusCode, body } = await pool.request({ method: 'POST', path: '/v1/events', headers, body: lines })
  await body.dump()
  await pool.close()
  if (statusCode !== 200) throw new Error(`the gateway answers ${statusCode}`)
}
