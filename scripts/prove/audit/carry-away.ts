import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import { sql } from 'kysely'
import type { Stack } from '../../stack/stack.ts'
import { killService } from '../harness/stack/kill-service.ts'
import { type Administrator, signIn } from '../accounts/administrator.ts'
import { addPerson, isProblem, logIn } from '../accounts/answers/people.ts'
import { createLoad } from '../harness/load.ts'
import { connectApi } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { createExportClient } from '../syslog/export-client.ts'
import { makeCertificates } from '../syslog/receivers/make-certificates.ts'
import { createRsyslog, type Receiver } from '../syslog/receivers/receivers.ts'
import { type Carried, firstUnlinked, readCarried } from './carried.ts'
import { connectSuperuser } from './database.ts'

const PATIENCE_MS = 300_000
const EVENTS = 2_000
const CHANGES_PER_KILL = 40
/** The ids of the exports. */
const AUDIT = 1
const OTHER = 2

const installer = join(import.meta.dirname, '../syslog/install-receivers')

/**
 * A real receiver gets every audit row while the exporter is killed; another export gets none, and operators cannot
 * change this.
 */
export async function proveCarriedAway(stack: Stack, report: Report, { kills }: { kills: number }): Promise<void> {
  execFileSync(installer, { stdio: 'inherit' })
  const folder = join(stack.folder.root, 'audit-syslog')
  const certificates = makeCertificates(join(folder, 'pki'))
  const base = stack.state.config.apiPort + 2_000
  const audited = createRsyslog(join(folder, 'audited'), certificates, [base, base + 1])
  const other = createRsyslog(join(folder, 'other'), certificates, [base + 2, base + 3])
  const administrator = await signIn(stack)
  const api = await connectApi(stack)
  const client = createExportClient(api)
  const owner = connectSuperuser(stack)
  const bodyOf = ({ tcpPort: port }: Receiver, filters: object) => ({
    general: { hostname: '127.0.0.1', port },
    filters,
  })
  try {
    for (const receiver of [audited, other]) await receiver.start()
    await client.put(AUDIT, bodyOf(audited, { event_types: ['audit'] }))
    await client.put(OTHER, bodyOf(other, {}))
    await proveRefused(stack, administrator, report)

    const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
    await createLoad({ stackDir: stack.folder.root, gateway }).send(78, EVENTS)
    for (let kill = 1; kill <= kills; kill += 1) {
      const changing = change(administrator, kill)
      await killService(stack.folder, 'exporter')
      await changing
      if (kill % 5 === 0) report.step(`${kill} of ${kills} kills of the exporter`)
    }
    await Promise.all([AUDIT, OTHER].map((id) => client.caughtUp(id, PATIENCE_MS)))
    const expected = await expectedIds(owner)
    // Rows that have just arrived may not be in the receiver's file yet.
    await waitUntil(async () => (await readCarried(audited.output)).ids.length >= expected.length, { withinMs: 30_000 })
    compare(await readCarried(audited.output), expected, await hashBefore(owner, expected), report, kills)
    const elsewhere = await readCarried(other.output)
    report.check(
      'an export that does not name the audit gets none of it',
      elsewhere.messages === 0 && elsewhere.others >= EVENTS,
      `${elsewhere.messages} messages of the audit, ${elsewhere.others} others`,
    )
  } finally {
    for (const receiver of [audited, other]) await receiver.stop()
    api.close()
    await owner.close()
  }
}

function compare(carried: Carried, expected: readonly string[], before: Buffer, report: Report, kills: number): void {
  // More rows are written during this check.
  const ids = carried.ids.slice(0, expected.length)
  const wrong = expected.findIndex((id, place) => ids[place] !== id)
  report.figure('audit_messages', expected.length)
  report.figure('audit_repeats', carried.messages - carried.ids.length)
  report.figure('exporter_kills', kills)
  report.check(
    `every row and entry of the audit arrives, in order, while the exporter is killed ${kills} times`,
    wrong === -1 && expected.length > kills * CHANGES_PER_KILL,
    wrong === -1
      ? `${expected.length} messages, ${carried.messages - carried.ids.length} repeats`
      : `${ids[wrong]} in the place of ${expected[wrong]}`,
  )
  const unlinked = firstUnlinked(carried, before)
  report.check('the receiver can follow the chain by what it has', unlinked === undefined, unlinked)
}

/** An operator may configure exports, but not the export of the audit. */
async function proveRefused(stack: Stack, administrator: Administrator, report: Report): Promise<void> {
  const operator = await addPerson(administrator, 'operator')
  const headers = await logIn(operator, { ca: administrator.ca, port: stack.state.config.apiPort })
  const path = `/api/exports/syslog/${AUDIT}`
  const general = { hostname: '127.0.0.1', port: 6_514 }
  const tries: [method: string, path: string, body?: object][] = [
    ['PUT', '/api/exports/syslog/3', { general, filters: { event_types: ['audit'] } }],
    ['PUT', `/api/exports/syslog/${OTHER}/filters`, { event_types: ['audit'] }],
    ['PUT', path, { general }],
    ['POST', `${path}/general`, general],
    ['PUT', `${path}/filters`, {}],
    ['DELETE', `${path}/filters`],
    ['PUT', `${path}/certificate`, { verify: false }],
    ['POST', `${path}/test`],
    ['POST', `${path}/replay`, { from: new Date().toISOString() }],
    ['DELETE', path],
  ]
  const wrong: string[] = []
  for (const [method, where, body] of tries) {
    const answer = await administrator.call(method, where, body, { headers })
    if (answer.status !== 403 || !isProblem(answer, 'forbidden')) wrong.push(`${method} ${where}: ${answer.status}`)
  }
  report.check(`an operator is refused, in ${tries.length} ways`, wrong.length === 0, wrong.join('; '))
}

async function change({ call }: Administrator, round: number): Promise<void> {
  for (let each = 0; each < CHANGES_PER_KILL; each += 1) {
    const made = await call('POST', '/api/auth/keys', { name: `proof ${round} ${each} é`, scopes: ['search'] })
    if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${made.text}`)
    await call('POST', '/api/data/es/search?index=network_events', { size: 0 })
  }
}

/** Starts at the row that turned the audit export on: for each row its entries, then the row. */
async function expectedIds({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select 'audit-' || audit.id || coalesce('-' || entry.position, '') as id
    from audit left join lateral (
      select position from audit_access
      where audit.action = 'access.collect' and batch = (audit.after->>'batch')::bigint
      union all select null
    ) entry on true
    where audit.id >= (select audit_from from syslog_export where id = ${AUDIT})
    order by audit.id, entry.position nulls last
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function hashBefore({ db }: Store, [first = '']: readonly string[]): Promise<Buffer> {
  const id = Number(first.replace('audit-', ''))
  const row = await db
    .selectFrom('audit')
    .select('hash')
    .where('id', '=', id - 1)
    .executeTakeFirstOrThrow()
  return row.hash
}
