import { sql } from 'kysely'
import { connectToStore } from '../connect-to-store.ts'
import { readPages } from '../metrics/pages.ts'
import { engineUrl } from '../proof-stack.ts'
import type { Report } from '../report.ts'
import type { Stack } from '../../stack/stack.ts'

const COUNTERS = /^watchpost_indexer_records_(dropped|dead|lost|mended)_total$/

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

  for (const [name, values] of await readPages(stack)) {
    if (!name.startsWith('indexer')) continue
    const counted = values.filter((each) => COUNTERS.test(each.name) && each.value > 0)
    say(`${name} counted`, counted)
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
