import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ApiClient } from '../harness/api-client.ts'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import { findAmong, type Verdict } from '../harness/judge.ts'
import { readPages } from '../metrics/pages.ts'
import { engineUrl } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import type { Stack } from '../../stack/stack.ts'
import { createEventGroup } from './lag/event-group.ts'
import type { Settled } from './lag/settle-by-lag.ts'

const COUNTERS = /^watchpost_indexer_records_(dropped|dead|lost|mended)_total$/
const LOOK_AGAIN_MS = 120_000

/**
 * Reports what each service knows about missing events, then searches for them again after two minutes. Call it before
 * anything is restarted or sent again: only then can the second search tell late events from lost ones.
 */
export async function explainMissing(
  stack: Stack,
  api: ApiClient,
  { missingIds }: Verdict,
  settled: Settled,
  report: Report,
): Promise<void> {
  const [first] = missingIds
  if (first === undefined) return
  report.step(
    `  ${missingIds.length} missing after ${settled.seconds.toFixed(1)} s; committed to the end: ${settled.isCaughtUp}`,
  )
  await explainPartitions(stack, missingIds, report).catch((error: unknown) =>
    report.step(`  the brokers could not be asked: ${String(error)}`),
  )
  await explainOne(stack, first, report)

  report.step(`  looking for them again in ${LOOK_AGAIN_MS / 1_000} s, with nothing restarted or sent again`)
  await sleep(LOOK_AGAIN_MS)
  const foundIds = await findAmong(api, missingIds)
  report.figure('missing_found_later', foundIds.size)
  report.figure('missing_lost', missingIds.length - foundIds.size)
  report.step(`  late: ${foundIds.size} found now; lost: ${missingIds.length - foundIds.size} still missing`)
  await explainPartitions(stack, missingIds, report).catch(() => undefined)
}

/** The number of missing events per stream, the lag of each partition, and which member reads which partitions. */
async function explainPartitions(stack: Stack, missingIds: readonly string[], report: Report): Promise<void> {
  const group = createEventGroup(stack)
  try {
    const [lags, members] = [await group.lags(), await group.members()]
    const probeOf = (id: string) => Number(id.split('-')[0])
    const byStream = Map.groupBy(missingIds, (id) => id.slice(0, id.lastIndexOf('-')))
    const byPartition = Map.groupBy(missingIds, (id) => probeOf(id) % lags.length)
    for (const [stream, ids] of byStream)
      report.step(`  stream ${stream} (partition ${probeOf(stream) % lags.length}): ${ids.length} missing`)
    for (const { partition, committed, end, lag } of lags) {
      const missing = byPartition.get(partition)?.length ?? 0
      report.step(`  partition ${partition}: ${missing} missing, committed ${committed}, end ${end}, lag ${lag}`)
    }
    for (const { id, partitions } of members) report.step(`  member ${id} has partitions ${partitions.join(' ')}`)
  } finally {
    await group.close()
  }
}

async function explainOne(stack: Stack, id: string, report: Report): Promise<void> {
  const [probe, stream = ''] = id.split('-')
  const say = (what: string, value: unknown) => report.step(`  ${what}: ${JSON.stringify(value)}`)
  say('first missing', id)
  say('in the engine by its id', await indexesHolding(stack, id))

  const store = connectToStore(stack)
  const { rows: generations } = await sql`select * from generation order by number`.execute(store.db)
  say('generations', generations)
  const isOfStream = sql`probe_id = ${Number(probe)} and stream = decode(${stream}, 'hex')`
  for (const table of ['stream_place', 'stream_ledger']) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${isOfStream}`.execute(store.db)
    say(table, rows)
  }
  await store.close()

  for (const [name, values] of await readPages(stack)) {
    if (!name.startsWith('indexer')) continue
    const counted = values.filter((each) => COUNTERS.test(each.name) && each.value > 0)
    say(`${name} counted`, counted)
  }
}

/** Gets the id from each index, which finds stored events even if they are not searchable yet. */
async function indexesHolding(stack: Stack, id: string): Promise<string[]> {
  const engine = engineUrl(stack)
  const indexes = (await fetch(`${engine}/_cat/indices?format=json&h=index`).then((response) => response.json())) as {
    index: string
  }[]
  const holding = await Promise.all(
    indexes.map(async ({ index }) => {
      const { status } = await fetch(`${engine}/${index}/_doc/${id}?_source=false`)
      return status === 200 ? [index] : []
    }),
  )
  return holding.flat()
}
