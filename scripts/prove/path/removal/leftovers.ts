import { sql } from 'kysely'
import type { Store } from '@watchpost/store'
import { DAY_MS } from './moved-clock.ts'
import { readGenerations } from './generation-rows.ts'

/** Events of a generation may have arrived this long before its day, so alert marks are kept this much longer. */
const MARKS_MARGIN_MS = 31 * DAY_MS

/** What still exists of generations past their retention; all empty when their removal is complete. */
export interface Leftovers {
  /** Past the retention but not marked as removed. */
  notRemoved: number[]
  /** Marked as removed but not as deleted. Undefined if the table has no such column. */
  notDeleted?: number[]
  indexes: string[]
  places: number
  ledgerRows: number
  marks: number
  history: number
}

/** Compares the engine's indexes with the tables. `lastPast`: the newest generation past its retention. */
export async function findLeftovers(store: Store, engine: string, lastPast: number): Promise<Leftovers> {
  const { db } = store
  const past = (await readGenerations(store)).filter(({ number }) => number <= lastPast)
  const newest = past.at(-1)
  if (!newest) throw new Error('there is no generation past its retention')
  const count = async (query: ReturnType<typeof sql<{ count: number | string }>>) =>
    Number((await query.execute(db)).rows[0]?.count ?? 0)
  const marksBefore = new Date(Date.parse(newest.day) - MARKS_MARGIN_MS)
  const hasDeleted = past.some(({ isDeleted }) => isDeleted !== undefined)
  return {
    notRemoved: past.filter(({ isRemoved }) => !isRemoved).map(({ number }) => number),
    ...(hasDeleted && { notDeleted: past.filter(({ isDeleted }) => !isDeleted).map(({ number }) => number) }),
    indexes: (await indexesOf(engine)).filter(({ generation }) => generation <= lastPast).map(({ name }) => name),
    places: await count(sql`select count(*) from stream_place where generation <= ${lastPast}`),
    ledgerRows: await count(sql`
      select count(*) from stream_ledger as ledger where changed_at < ${newest.openedAt} and exists (
        select from stream_ledger as newer
        where newer.probe_id = ledger.probe_id and newer.changed_at > ledger.changed_at
      )
    `),
    marks: await count(sql`select count(*) from alert_mark where received_at < ${marksBefore}`),
    history: await count(sql`select count(*) from alert_history where received_at < ${marksBefore}`),
  }
}

export function isNothingLeft({ notRemoved, notDeleted = [], indexes, ...rows }: Leftovers): boolean {
  const { places, ledgerRows, marks, history } = rows
  return notRemoved.length + notDeleted.length + indexes.length + places + ledgerRows + marks + history === 0
}

async function indexesOf(engine: string): Promise<{ name: string; generation: number }[]> {
  const response = await fetch(`${engine}/_cat/indices?format=json&h=index`)
  const rows = (await response.json()) as { index: string }[]
  return rows.flatMap(({ index }) => {
    const number = /-\d{4}\.\d\d\.\d\d-(\d{6})$/.exec(index)?.[1]
    return number === undefined ? [] : [{ name: index, generation: Number(number) }]
  })
}
