import { sql } from 'kysely'
import type { Store } from '@watchpost/store'
import { livingProcesses } from '../../../stack/stack-folder.ts'
import { connectSuperuser } from '../../audit/database.ts'
import { cpuSeconds } from '../../harness/processor-time.ts'
import type { Report } from '../../harness/report.ts'
import { enterProbes } from '../cast.ts'
import type { ClockedStack } from '../clocked-stack.ts'
import { compareHours } from '../compare.ts'
import { createLoadedProbe } from '../kills/loaded-probe.ts'
import { createOracle } from '../oracle.ts'
import { createStatementClient } from '../statement-client.ts'
import { measureEntering } from './entering-cost.ts'
import { HOUR_MS } from '../hour.ts'

const FIRST_PROBE = 301
const PROBES = 8
const PAUSE_MS = 5
const SETTLED_WITHIN_MS = 120_000
const NEVER_SILENT_S = 86_400
const MOST_SHARE = 0.01
/** A small run has too few statements for one percent. It still finds counts that are written with each batch. */
const MOST_SHARE_OF_FEW = 0.03
const FEW_EVENTS = 20_000
const services = { gateway: 'received', indexer: 'indexed' } as const
type Service = keyof typeof services

/**
 * The CPU time that hourly counts cost the gateway and the indexer. It counts the statements of each service under
 * load, and measures separately, with the same streams, how much more one statement costs with hours.
 */
export async function proveWriting({ proof, clock }: ClockedStack, report: Report, events: number): Promise<void> {
  const { stack } = proof
  const owner = connectSuperuser(stack)
  const client = await createStatementClient(stack)
  const oracle = createOracle(NEVER_SILENT_S)
  const gateway = { port: stack.state.config.gatewayPort, ca: client.ca }
  const fleet = await enterProbes(stack, report, FIRST_PROBE, PROBES)
  const from = Math.max(clock.firstHour, (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS)
  await clock.moveTo(from + 60_000)
  const probes = fleet.map((probe) => createLoadedProbe(probe, { gateway, clock, oracle }))
  const statements = await countStatements(owner)

  const spent = () => ({ gateway: timeOf('gateway'), indexer: timeOf('indexer') })
  const timeOf = (service: Service) =>
    [...livingProcesses(stack.folder)]
      .filter(([name]) => name.startsWith(service))
      .reduce((sum, [, pid]) => sum + cpuSeconds(pid), 0)
  const before = spent()
  const done = new AbortController()
  const total = () => probes.reduce((sum, probe) => sum + probe.sent(), 0)
  const watch = setInterval(() => total() >= events && done.abort(), 50)
  await Promise.all(probes.map((probe) => probe.sendUntil(done.signal, PAUSE_MS)))
  clearInterval(watch)
  const settled = await compareHours(client, oracle, { from, to: from + HOUR_MS, now: clock.now }, SETTLED_WITHIN_MS)
  const after = spent()
  const counted = await statements.read()
  report.check(
    'counts are exact under the load that is measured',
    settled.differences.length === 0,
    settled.differences[0],
  )

  const most = events < FEW_EVENTS ? MOST_SHARE_OF_FEW : MOST_SHARE
  for (const service of ['gateway', 'indexer'] as const) {
    const costs = await measureEntering(owner, services[service], PROBES)
    const seconds = after[service] - before[service]
    const extra = Math.max(0, costs.with.process - costs.without.process)
    const share = (counted[service] * extra) / 1e6 / seconds
    report.figure(`${service}_statements`, counted[service])
    report.figure(`${service}_cpu_seconds`, seconds)
    report.figure(`${service}_extra_us_per_statement`, extra)
    report.figure(`${service}_database_extra_us_per_statement`, costs.with.database - costs.without.database)
    report.check(
      `counting by hour takes at most ${most * 100} % of the ${service}`,
      share <= most,
      `${(share * 100).toFixed(3)} %: ${counted[service]} statements for ${total()} events`,
    )
  }
  for (const probe of probes) probe.close()
  client.close()
  await owner.close()
}

/** Counts the statements that change hours, by service. */
async function countStatements({ db }: Store) {
  for (const statement of [
    'create table if not exists proof_clock.entered (service text not null)',
    'truncate proof_clock.entered',
    'grant insert on proof_clock.entered to public',
    `create or replace function proof_clock.note_entered() returns trigger language plpgsql as $$
       begin insert into proof_clock.entered values (current_setting('application_name')); return null; end $$`,
    'drop trigger if exists proof_entered on stream_hour',
    `create trigger proof_entered after insert on stream_hour for each statement
       execute function proof_clock.note_entered()`,
  ])
    await sql.raw(statement).execute(db)
  return {
    async read(): Promise<Record<Service, number>> {
      await sql.raw('drop trigger proof_entered on stream_hour').execute(db)
      const { rows } = await sql<{ service: string; count: number }>`
        select service, count(*) as count from proof_clock.entered group by service
      `.execute(db)
      const of = (name: Service) => rows.find(({ service }) => service === `watchpost-${name}`)?.count ?? 0
      return { gateway: of('gateway'), indexer: of('indexer') }
    },
  }
}
