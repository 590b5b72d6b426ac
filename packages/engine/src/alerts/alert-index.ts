import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import type { ListedAlert } from './alert-entry.ts'
import {
  type AlertAnswer,
  type AlertHit,
  type AlertPageRequest,
  type AlertPosition,
  readAlertPage,
} from './alert-page.ts'
import { askEngine, type Asking } from './ask-engine.ts'

export interface AlertPage {
  entries: ListedAlert[]
  /** Where the next page starts; undefined on the last page. */
  next?: AlertPosition
  total?: { value: number; isExact: boolean }
}

export type AlertIndex = ReturnType<typeof createAlertIndex>

const SAME_INSTANT = 100
/** For a thousand names, which may share timestamps. */
const MOST_NAMED = 10_000

/** Lists alert entries. Every order ends with the uuid, so that positions are unique. */
export function createAlertIndex(client: Client, config: Pick<EngineConfig, 'prefix'>) {
  const path = `/${aliasName(config.prefix, 'alerts')}/_search`

  return {
    /** One page. Its cost does not depend on its distance from the first page. */
    async page(request: AlertPageRequest, asking: Asking): Promise<AlertPage> {
      const { limit } = request
      const { hits } = await readAlertPage(client, path, request, asking)
      const shown = hits.hits.slice(0, limit)
      const last = hits.hits.length > limit ? shown.at(-1)?.sort : undefined
      return {
        entries: shown.map(listedOf),
        ...(last && { next: last }),
        ...(hits.total && { total: { value: hits.total.value, isExact: hits.total.relation === 'eq' } }),
      }
    },

    /** The alerts with these uuids or timestamps; for each timestamp the one that arrived last. */
    async named(uuids: readonly string[], instants: readonly string[], asking: Asking): Promise<ListedAlert[]> {
      const names = [{ terms: { uuid: uuids } }, { terms: { '@timestamp': instants } }]
      const body = {
        size: MOST_NAMED,
        query: { bool: { should: names, minimum_should_match: 1 } },
        sort: [{ timestamp_received: 'asc' }, { uuid: 'asc' }],
      }
      const { hits } = await askEngine<AlertAnswer>(client, { path, body }, asking)
      const found = hits.hits.map(listedOf)
      const wanted = new Set(uuids)
      const last = new Map(found.map((each) => [each['@timestamp'], each]))
      const ofInstants = instants.flatMap((instant) => last.get(instant) ?? [])
      return [
        ...new Map(
          [...found.filter(({ uuid }) => wanted.has(uuid)), ...ofInstants].map((each) => [each.uuid, each]),
        ).values(),
      ]
    },

    /** The alert with this uuid. */
    async find(uuid: string, asking: Asking): Promise<ListedAlert | 'absent'> {
      const { hits } = await askEngine<AlertAnswer>(
        client,
        { path, body: { size: 1, query: { term: { uuid } } } },
        asking,
      )
      const [hit] = hits.hits
      return hit ? listedOf(hit) : 'absent'
    },

    /** The alerts of one timestamp, newest arrival first; a hundred at most. */
    async at(instant: string, asking: Asking): Promise<ListedAlert[]> {
      const { hits } = await askEngine<AlertAnswer>(
        client,
        {
          path,
          body: {
            size: SAME_INSTANT,
            query: { range: { '@timestamp': { gte: instant, lte: instant } } },
            sort: [{ timestamp_received: 'desc' }, { uuid: 'desc' }],
          },
        },
        asking,
      )
      return hits.hits.map(listedOf)
    },
  }
}

function listedOf({ _index: index, _source: entry }: AlertHit): ListedAlert {
  return { ...entry, index }
}
