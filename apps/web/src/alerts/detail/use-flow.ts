import { useQuery } from '@tanstack/react-query'
import type { AlertDetail } from '@watchpost/contract'
import { documentOf, type StoredDocument, wordAt } from '../../document/document.ts'
import { summaryFields } from '../../document/event-summary.ts'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'

const index = 'network_events,malware,code_analysis'
const mostEvents = 100

/** The events of the same flow by their UUID: only the fields of their summaries, or whole. */
export function useFlow(alert: AlertDetail, part: 'summaries' | 'whole', isEnabled = true) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.flow(alert.uuid, part),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, StoredDocument>> => {
      const body = {
        size: mostEvents,
        track_total_hits: false,
        query: flowQuery(alert),
        sort: [{ '@timestamp': 'asc' }, { uuid: 'asc' }],
        ...(part === 'summaries' && { _source: [...summaryFields] }),
      }
      const { hits } = (await client.search({ query: { index }, body, signal })).body.hits
      return new Map(hits.map(({ _id, _source }) => [_id, documentOf(_source)]))
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Finds the events that the API lists for the alert: by Community ID, or by flow id at the same probe, within a day. */
export function flowQuery({ id, probe, document }: Pick<AlertDetail, 'id' | 'probe' | 'document'>) {
  const stored = documentOf(document)
  const [community, flow] = [wordAt(stored, 'community_id'), wordAt(stored, 'flow_id')]
  const should = [
    ...(community ? [{ term: { community_id: community } }] : []),
    ...(flow ? [{ bool: { filter: [{ term: { flow_id: flow } }, { term: { 'probe.id': probe.id } }] } }] : []),
  ]
  const dayMs = 86_400_000
  const around = (ms: number) => new Date(Date.parse(id) + ms).toISOString()
  return {
    bool: {
      filter: [
        { range: { '@timestamp': { gte: around(-dayMs), lte: around(dayMs) } } },
        { bool: { should, minimum_should_match: 1 } },
      ],
    },
  }
}
