import type { Frequency } from '@watchpost/model'

/** What it takes to name a cluster. */
export interface ClusterAddress {
  ip: string
  start: string
  frequency: Frequency
  typeIp: 'src' | 'dest' | 'both'
  probeId?: number
}

/** The way to the detail of a cluster. */
export function clusterAddress({ ip, start, frequency, typeIp, probeId }: ClusterAddress): string {
  const query = new URLSearchParams({ frequency, type_ip: typeIp, ...(probeId && { probe_id: String(probeId) }) })
  return `/api/alerts/clusters/${encodeURIComponent(`${ip}-${start}`)}?${query.toString()}`
}
