import type { Cluster } from '@watchpost/contract'
import { rangeOf, type Span } from '../time/range.ts'

/** The interval of a cluster. */
export function frameOf({ date, frequency }: Pick<Cluster, 'date' | 'frequency'>): Span {
  const from = Date.parse(`${date}Z`)
  return { from, to: from + (frequency === 'hour' ? 3_600_000 : 86_400_000) }
}

/** The alert list parameters that select a cluster's alerts. */
export function alertQueryOf(cluster: Pick<Cluster, 'date' | 'frequency' | 'ip' | 'type_ip'>): Record<string, string> {
  const side = { src: 'src_ip', dest: 'dest_ip', both: 'ip' }[cluster.type_ip]
  return { ...rangeOf(frameOf(cluster)), [side]: cluster.ip, status: 'all', sort: '-risk' }
}
