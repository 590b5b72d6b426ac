/** Identifies a cluster: its id, the interval, and the side (source, destination or both) by which it was counted. */
export interface ClusterName {
  id: string
  frequency: 'hour' | 'day'
  type_ip: 'src' | 'dest' | 'both'
  probe_id?: string | undefined
}

/** The query of a cluster's page, from the `self` URL of the API. */
export function clusterQueryOf(self: string): Record<string, string | null> {
  const url = new URL(self, 'https://appliance.invalid')
  return {
    id: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
    frequency: url.searchParams.get('frequency'),
    type_ip: url.searchParams.get('type_ip'),
    probe_id: url.searchParams.get('probe_id'),
  }
}

/** The cluster named by the query of a page. Missing values use the defaults of the API. */
export function readClusterName(query: URLSearchParams): ClusterName {
  const side = query.get('type_ip')
  return {
    id: query.get('id') ?? '',
    frequency: query.get('frequency') === 'day' ? 'day' : 'hour',
    type_ip: side === 'dest' || side === 'both' ? side : 'src',
    probe_id: query.get('probe_id') ?? undefined,
  }
}
