import type { Cluster } from '@watchpost/contract'
import { rangeOf, type Span } from '../time/range.ts'

/** The time that a cluster is about. */
export function frameOf({ date, frequency }: Pick<Cluster, 'date' | 'frequency'>): Span {
  const from = Date.parse(`${date}Z`)
  return { from, to: from + (frequency === 'hour' ? 3_600_000 : 86_400_000) }
}

/** What the list of alerts is asked for to show those of a cluster. */
export function alertQueryOf(cluster: Pick<Cluster, 'date' | 'frequency' | 'ip' | 'type_ip'>): Record<string, string> {
  const side = { src: 'src_ip', dest: 'dest_ip', both: 'ip' }[cluster.type_ip]
  return { ...rangeOf(frameOf(cluster)), [side]: cluster.ip, status: 'all', sort: '-risk' }
}
