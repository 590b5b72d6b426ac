/** The time frames of clusters, in UTC: their start is part of them, their end is not. */
export const frequencies = ['hour', 'day'] as const
export type Frequency = (typeof frequencies)[number]

/** The start of the frame in which an instant lies, with milliseconds and `Z`. */
export function frameStart(instant: string, frequency: Frequency): string {
  return frequency === 'day' ? `${instant.slice(0, 10)}T00:00:00.000Z` : `${instant.slice(0, 13)}:00:00.000Z`
}

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
