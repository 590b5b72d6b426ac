import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import { askEngine, type Asking } from './ask-engine.ts'
import { type MarkConditions, markClauses } from './mark-clauses.ts'

export interface CandidateRequest {
  filter: Omit<AlertFilter, 'mark'>
  /** What analysts had set at that moment; the engine has what they set now. */
  mark?: MarkConditions
  /** Alerts with a higher revision may have had another mark. */
  sinceRevision: number
  /** Alerts whose entries may have an earlier mark. */
  pending: readonly string[]
  /** Where the page starts: after this time and uuid. */
  after?: [atMs: number, uuid: string]
  limit: number
}

/** The fields of an alert that a job needs. */
export interface SetAlert {
  uuid: string
  atMs: number
  receivedAt: Date
}

interface Answer {
  hits: {
    total?: { value: number }
    hits: { fields: { timestamp_received: [string] }; sort: [number, string] }[]
  }
}

export type AlertSet = ReturnType<typeof createAlertSet>

/** Reads the alerts that matched a filter at one moment, in order of time. */
export function createAlertSet(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${aliasName(prefix, 'alerts')}/_search`

  return {
    async count(filter: AlertFilter, asking: Asking): Promise<number> {
      const query = { bool: { filter: clausesOf(filter) } }
      const { hits } = await askEngine<Answer>(
        client,
        { path, body: { size: 0, track_total_hits: true, query } },
        asking,
      )
      return hits.total?.value ?? 0
    },

    /** All alerts of the set, and some whose mark has to be looked up to tell. */
    async candidates(
      { filter, mark, sinceRevision, pending, after, limit }: CandidateRequest,
      asking: Asking,
    ): Promise<{ alerts: SetAlert[]; hasMore: boolean }> {
      const possible = mark && [
        { bool: { filter: markClauses(mark) } },
        { range: { revision: { gt: sinceRevision } } },
        { ids: { values: pending } },
      ]
      const body = {
        // One more than requested shows whether there is a next page.
        size: limit + 1,
        track_total_hits: false,
        // Columns: reading a thousand documents costs the engine more than finding them.
        _source: false,
        stored_fields: '_none_',
        docvalue_fields: [{ field: 'timestamp_received', format: 'epoch_millis' }],
        query: {
          bool: {
            filter: [
              ...clausesOf(filter),
              // The engine skips the days before.
              ...(after ? [{ range: { '@timestamp': { gte: new Date(after[0]).toISOString() } } }] : []),
              ...(possible ? [{ bool: { should: possible, minimum_should_match: 1 } }] : []),
            ],
          },
        },
        sort: [{ '@timestamp': 'asc' }, { uuid: 'asc' }],
        ...(after && { search_after: after }),
      }
      const { hits } = await askEngine<Answer>(client, { path, body }, asking)
      const alerts = hits.hits.slice(0, limit).map(({ fields: { timestamp_received }, sort: [atMs, uuid] }) => ({
        uuid,
        atMs,
        receivedAt: new Date(Number(timestamp_received[0])),
      }))
      return { alerts, hasMore: hits.hits.length > limit }
    },
  }
}
