import type { Frequency } from '@watchpost/model'

/** The parameters that identify a cluster. */
export interface ClusterAddress {
  ip: string
  start: string
  frequency: Frequency
  typeIp: 'src' | 'dest' | 'both'
  probeId?: number
}

/** The URL path of a cluster's detail. */
export function clusterAddress({ ip, start, frequency, typeIp, probeId }: ClusterAddress): string {
  const query = new URLSearchParams({ frequency, type_ip: typeIp, ...(probeId && { probe_id: String(probeId) }) })
  return `/api/alerts/clusters/${encodeURIComponent(`${ip}-${start}`)}?${query.toString()}`
}
