import { sql } from 'kysely'
import { childrenOf } from '../../stack/appliance-server.ts'
import { connectToStore } from '../connect-to-store.ts'
import { engineUrl } from '../proof-stack.ts'
import type { Report } from '../report.ts'
import type { Stack } from '../../stack/stack.ts'

const COUNTERS = /^watchpost_indexer_records_(dropped|dead|lost|mended)_total.* [1-9]\d*$/gm

/** Says of a missing event what each part knows of it, since the stack is gone by the time that somebody reads. */
export async function explainMissing(stack: Stack, id: string, report: Report): Promise<void> {
  const [probe, stream = ''] = id.split('-')
  const say = (what: string, found: unknown) => report.step(`  ${what}: ${JSON.stringify(found)}`)
  say('missing', id)
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

  for (const { name, internalPort } of await childrenOf(stack.state.config.internalPort)) {
    if (!name.startsWith('indexer')) continue
    const metrics = await fetch(`http://127.0.0.1:${internalPort}/metrics`).then((response) => response.text())
    say(`${name} counted`, metrics.match(COUNTERS))
  }
}

/** Asks each index by id, which finds what is stored whether it is searchable or not. */
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
