import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import { addStateFields } from '../mapping/add-fields.ts'
import type { AlertEntry } from './alert-entry.ts'
import { askEngine, type Asking } from './ask-engine.ts'

/** The state of an alert that its entry has a copy of. */
export interface ProjectedState {
  uuid: string
  /** When it happened, in milliseconds since 1970. */
  atMs: number
  /** Grows with every change. */
  revision: number
  status: AlertEntry['status']
  tags: readonly string[]
  verdict: string | null
  assignee: string | null
}

/**
 * `stored`: every search from now on finds this state, or a newer one; the clusters of the alert are those of these IP
 * addresses, of this day and this hour of it. `missing`: there is no such entry. `again`: the entry changed since it was read, or the engine
 * could not take it now. `refused`: the engine gives this reason.
 */
export type ProjectionResult =
  | { kind: 'stored'; day: string; hour: number; ips: readonly string[] }
  | { kind: 'missing' | 'again' }
  | { kind: 'refused'; reason: string }

interface Found {
  index: string
  seqNo: number
  primaryTerm: number
  revision: number
  day: string
  hour: number
  ips: string[]
}

interface SearchAnswer {
  hits: {
    hits: {
      _index: string
      _id: string
      _seq_no: number
      _primary_term: number
      _source: Pick<AlertEntry, '@timestamp' | 'revision' | 'src_ip' | 'dest_ip'>
    }[]
  }
}

interface BulkAnswer {
  items: { update: { status: number; error?: { type?: string; reason?: string } } }[]
}

const RESET_AT_ONCE = 1_000
const unchanged = { status: 'open', tags: [], verdict: null, assignee: null } as const

export type AlertProjection = ReturnType<typeof createAlertProjection>

/**
 * Copies the state of alerts into their entries. An entry is updated only if it is as it was when its revision was
 * read, and only to a higher revision: repeated and concurrent projections have no effect.
 */
export function createAlertProjection(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const alias = aliasName(prefix, 'alerts')

  async function search(query: object, size: number, asking: Asking): Promise<Map<string, Found>> {
    const _source = ['@timestamp', 'revision', 'src_ip', 'dest_ip']
    const body = { size, track_total_hits: false, seq_no_primary_term: true, _source, query }
    const { hits } = await askEngine<SearchAnswer>(client, { path: `/${alias}/_search`, body }, asking)
    return new Map(hits.hits.map((hit) => [hit._id, foundOf(hit)]))
  }

  async function update(entries: readonly { id: string; found: Found; state: object }[]): Promise<ProjectionResult[]> {
    if (entries.length === 0) return []
    const lines = entries.flatMap(({ id, found: { index, seqNo, primaryTerm }, state }) => [
      JSON.stringify({ update: { _index: index, _id: id, if_seq_no: seqNo, if_primary_term: primaryTerm } }),
      JSON.stringify({ doc: state }),
    ])
    const { body } = await client.transport.request({
      method: 'POST',
      path: '/_bulk',
      querystring: { filter_path: 'items.update.status,items.update.error.type,items.update.error.reason' },
      bulkBody: `${lines.join('\n')}\n`,
    })
    const { items } = body as BulkAnswer
    return entries.map(({ found }, turn) => resultOf(items[turn]?.update, found))
  }

  /** On every copy of every shard: a search may ask any of them. */
  async function refresh(indexes: ReadonlySet<string>): Promise<void> {
    if (indexes.size === 0) return
    const { body } = await client.indices.refresh({ index: [...indexes], ignore_unavailable: true })
    const { _shards: shards } = body
    if (shards?.failed !== 0) throw new Error('not every copy of the alerts could be refreshed', { cause: body })
  }

  return {
    /** Maps the fields of the state in indexes of earlier versions: otherwise searches would not find it there. */
    prepare: () => addStateFields(client, prefix),

    /** Copies states into the entries; one result each. */
    async project(states: readonly ProjectedState[], asking: Asking): Promise<ProjectionResult[]> {
      const times = states.map(({ atMs }) => atMs)
      const query = {
        bool: {
          filter: [
            { ids: { values: states.map(({ uuid }) => uuid) } },
            // The engine skips the indexes of other days.
            { range: { '@timestamp': { gte: isoOf(Math.min(...times)), lte: isoOf(Math.max(...times)) } } },
          ],
        },
      }
      const found = await search(query, states.length, asking)
      const older = states.flatMap(({ uuid, revision, status, tags, verdict, assignee }) => {
        const entry = found.get(uuid)
        if (!entry || entry.revision >= revision) return []
        return [{ id: uuid, found: entry, state: { revision, status, tags, verdict, assignee } }]
      })
      const updated = await update(older)
      const results = new Map(older.map(({ id }, turn) => [id, updated[turn]]))
      await refresh(new Set([...found.values()].map(({ index }) => index)))
      return states.map(({ uuid }) => results.get(uuid) ?? storedAt(found.get(uuid)))
    },

    /**
     * Resets some of the entries whose state is older than this revision. Returns their number; 0 when none is left.
     */
    async reset(before: number, asking: Asking): Promise<number> {
      const found = await search({ range: { revision: { lt: before } } }, RESET_AT_ONCE, asking)
      const state = { ...unchanged, revision: before }
      await update([...found].map(([id, entry]) => ({ id, found: entry, state })))
      await refresh(new Set([...found.values()].map(({ index }) => index)))
      return found.size
    },
  }
}

function foundOf({
  _index: index,
  _seq_no: seqNo,
  _primary_term: primaryTerm,
  _source: { '@timestamp': at, revision = 0, src_ip, dest_ip },
}: SearchAnswer['hits']['hits'][number]): Found {
  const ips = [...new Set([src_ip, dest_ip])].filter((each) => each !== undefined)
  return { index, seqNo, primaryTerm, revision, day: at.slice(0, 10), hour: Number(at.slice(11, 13)), ips }
}

function storedAt(found: Found | undefined): ProjectionResult {
  return found ? { kind: 'stored', day: found.day, hour: found.hour, ips: found.ips } : { kind: 'missing' }
}

function resultOf(item: BulkAnswer['items'][number]['update'] | undefined, found: Found): ProjectionResult {
  if (!item || item.status === 409 || item.status === 429 || item.status >= 500) return { kind: 'again' }
  if (item.status < 300) return storedAt(found)
  if (item.status === 404) return { kind: 'missing' }
  return { kind: 'refused', reason: `${item.error?.type}: ${item.error?.reason}` }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
