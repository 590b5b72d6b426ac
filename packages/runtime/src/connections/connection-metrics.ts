import type { Metrics } from '../metrics.ts'

/** Why a connection was refused, or closed before it sent anything useful. */
export type ConnectionRefusal =
  /** The port is at its limit, and no connection could make room. */
  | 'full'
  /** Its peer had not authenticated, and another one needed the slot. */
  | 'displaced'
  /** Its source has too many unfinished handshakes: more than the limit, or more than others when there are many. */
  | 'handshakes'
  /** It did not finish its handshake, or its PROXY header, in time. */
  | 'timeout'
  /** It came from a trusted proxy without a valid PROXY header. */
  | 'proxy-header'

export interface ConnectionCounts {
  open: number
  known: number
  handshakes: number
  limit: number
}

export type ConnectionMetrics = ReturnType<typeof createConnectionMetrics>

/** The connection metrics of a public port. */
export function createConnectionMetrics(metrics: Pick<Metrics, 'counter' | 'gauge'>) {
  const refused = metrics.counter(
    'connections_refused_total',
    'Connections to the public port that were refused or closed early, by reason.',
    ['reason'],
  )
  return {
    refused(reason: ConnectionRefusal): void {
      refused.add(1, { reason })
    },
    watch(counts: () => ConnectionCounts): void {
      metrics.gauge('connections_open', 'Open connections to the public port.', [], () => counts().open)
      metrics.gauge(
        'connections_known',
        'Open connections to the public port whose peer has authenticated.',
        [],
        () => counts().known,
      )
      metrics.gauge(
        'connections_handshakes',
        'Connections to the public port whose TLS handshake is not finished.',
        [],
        () => counts().handshakes,
      )
      metrics.gauge('connections_limit', 'Connections that the public port takes at most.', [], () => counts().limit)
    },
  }
}
