import { sql } from 'kysely'
import { createLedgerStore, type LedgerEntry, type Store } from '@watchpost/store'
import { randomStream } from '../../probes/gateway-call.ts'
import { cpuSeconds } from '../../harness/processor-time.ts'
import { enterWithoutHours } from './enter-without-hours.ts'

const STATEMENTS = 400
const PER_STATEMENT = 100
const FIRST_PROBE = 90_001

/** CPU time of one statement in microseconds, in the sending process and in the database. */
export interface EnteringCost {
  process: number
  database: number
}

/** Measures ledger writes with and without hourly counts. Every statement contains all `streams`. */
export async function measureEntering(
  store: Store,
  kind: 'received' | 'indexed',
  streams: number,
): Promise<Record<'with' | 'without', EnteringCost>> {
  const ledger = createLedgerStore(store)
  const ways = {
    with: async (entries: LedgerEntry[]) => void (await ledger.enter(entries)),
    without: (entries: LedgerEntry[]) => enterWithoutHours(store, entries),
  }
  const names = { with: randomNames(streams), without: randomNames(streams) }
  const costs = { with: { process: 0, database: 0 }, without: { process: 0, database: 0 } }
  for (let statement = -20; statement < STATEMENTS; statement++) {
    // Alternate, so that other load on the machine affects both alike.
    for (const way of ['with', 'without'] as const) {
      const first = (statement + 20) * PER_STATEMENT
      const range = [first, first + PER_STATEMENT - 1] as const
      const arrivedAt = new Date()
      const entries = names[way].map((each): LedgerEntry => ({ ...each, arrivedAt, [kind]: [range] }))
      const before = await spent(store)
      await ways[way](entries)
      const after = await spent(store)
      if (statement < 0) continue
      costs[way].process += (after.process - before.process) / STATEMENTS
      costs[way].database += (after.database - before.database) / STATEMENTS
    }
  }
  await sql`delete from stream_ledger where probe_id >= ${FIRST_PROBE} and probe_id < ${FIRST_PROBE + streams}`.execute(
    store.db,
  )
  await sql`delete from stream_hour where probe_id >= ${FIRST_PROBE} and probe_id < ${FIRST_PROBE + streams}`.execute(
    store.db,
  )
  return costs
}

function randomNames(count: number): { probeId: number; stream: string }[] {
  return Array.from({ length: count }, (_, index) => ({ probeId: FIRST_PROBE + index, stream: randomStream() }))
}

/** The kernel accounts other processes in hundredths of a second: enough over hundreds of statements. */
async function spent({ db }: Store): Promise<EnteringCost> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const { user, system } = process.cpuUsage()
  return { process: user + system, database: cpuSeconds(rows[0]?.pid ?? 0) * 1e6 }
}
