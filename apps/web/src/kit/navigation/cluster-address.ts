/** What names a cluster: its id and the angle from which it was counted. */
export interface ClusterName {
  id: string
  frequency: 'hour' | 'day'
  type_ip: 'src' | 'dest' | 'both'
  probe_id?: string | undefined
}

/** The query of a cluster's page, from the address that the API gives it. */
export function clusterQueryOf(self: string): Record<string, string | null> {
  const url = new URL(self, 'https://appliance.invalid')
  return {
    id: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
    frequency: url.searchParams.get('frequency'),
    type_ip: url.searchParams.get('type_ip'),
    probe_id: url.searchParams.get('probe_id'),
  }
}

/** The cluster that the query of a page names; what is left out has the API's own defaults. */
export function readClusterName(query: URLSearchParams): ClusterName {
  const side = query.get('type_ip')
  return {
    id: query.get('id') ?? '',
    frequency: query.get('frequency') === 'day' ? 'day' : 'hour',
    type_ip: side === 'dest' || side === 'both' ? side : 'src',
    probe_id: query.get('probe_id') ?? undefined,
  }
}
