import { sql } from 'kysely'
import type { Store } from '@watchpost/store'
import { askEngine } from '../../alerts/speed/plain-ask.ts'

interface Hit {
  _id: string
  _index: string
  _source: { '@timestamp': string; timestamp_received?: string }
  sort: unknown[]
}

export interface Acknowledged {
  uuid: string
  at: string
}

const PAGE = 10_000

/** Marks the riskiest entries of an engine, as a job and the projector would have done. */
export async function acknowledgeEntries(engineUrl: string, count: number): Promise<Acknowledged[]> {
  const found: Acknowledged[] = []
  let after: unknown[] | undefined
  while (found.length < count) {
    const answer = await askEngine(engineUrl, 'alerts', {
      size: Math.min(PAGE, count - found.length),
      track_total_hits: false,
      _source: ['@timestamp'],
      sort: [{ rank: 'desc' }, { uuid: 'desc' }],
      ...(after && { search_after: after }),
    })
    const { hits } = (answer as { hits: { hits: Hit[] } }).hits
    if (hits.length === 0) throw new Error(`only ${found.length} of ${count} alerts exist`)
    await update(engineUrl, hits)
    found.push(...hits.map(({ _id: uuid, _source: source }) => ({ uuid, at: source['@timestamp'] })))
    after = hits.at(-1)?.sort
  }
  await post(`${engineUrl}/alerts/_refresh`)
  return found
}

async function update(engineUrl: string, hits: readonly Hit[]): Promise<void> {
  const doc = { status: 'acknowledged', revision: 1 }
  const lines = hits.flatMap(({ _id, _index }) => [
    JSON.stringify({ update: { _id, _index } }),
    JSON.stringify({ doc }),
  ])
  const answer = await post(`${engineUrl}/_bulk?filter_path=errors,items.update.error`, `${lines.join('\n')}\n`)
  const { errors } = answer as { errors: boolean }
  if (errors) throw new Error(`not updated: ${JSON.stringify(answer).slice(0, 500)}`)
}

async function post(url: string, body?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    ...(body !== undefined && { body, headers: { 'content-type': 'application/x-ndjson' } }),
  })
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The same in the database. The entries have the state already: nothing is put into the outbox. */
export async function acknowledgeMarks({ db }: Store, acknowledged: readonly Acknowledged[]): Promise<void> {
  await sql`alter table alert_mark disable trigger user`.execute(db)
  for (let from = 0; from < acknowledged.length; from += PAGE) {
    const some = acknowledged.slice(from, from + PAGE)
    await sql`
      insert into alert_mark (uuid, at_ms, received_at, status, note, tags, changed_by)
      select uuid, extract(epoch from at::timestamptz) * 1000, at::timestamptz, 'acknowledged', '', '{}', 'admin'
      from unnest(${some.map(({ uuid }) => uuid)}::text[], ${some.map(({ at }) => at)}::text[]) as given (uuid, at)
    `.execute(db)
  }
  await sql`alter table alert_mark enable trigger user`.execute(db)
  await sql`analyze alert_mark`.execute(db)
}
