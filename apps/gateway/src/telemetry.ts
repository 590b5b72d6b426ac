import type { Backlog } from '@watchpost/log'
import { documentId, type EventIdentity } from '@watchpost/model'
import { type Metrics, noTracer, type Tracer } from '@watchpost/runtime'
import type { CloneReason } from '@watchpost/store'
import type { IdentityFault } from './identity/identify.ts'
import type { RefusalCode } from './refusal.ts'

/** Gauges that are read on each scrape. */
export interface GatewayFigures {
  pendingBytes(): number
  backlog(): Backlog | undefined
  logAgeSeconds(): number
  holds(): readonly { reason: string }[]
  connections(): number
}

/** All metrics of the gateway: received, stored and refused events, and the reasons. */
export function createGatewayTelemetry(metrics: Metrics, tracer: Tracer = noTracer) {
  const batches = metrics.counter('gateway_batches_total', 'Batches stored.')
  const recordsIn = metrics.counter('gateway_records_in_total', 'Events received.')
  const bytesIn = metrics.counter('gateway_bytes_in_total', 'Bytes of events received, after decompression.')
  const recordsOut = metrics.counter('gateway_records_out_total', 'Events stored by the log.')
  const recordsDead = metrics.counter('gateway_records_dead_total', 'Events sent to the dead letters.', ['reason'])
  const refused = metrics.counter('gateway_batches_refused_total', 'Batches and other requests not taken, by reason.', [
    'reason',
  ])
  const identities = metrics.counter(
    'gateway_certificates_refused_total',
    'Requests turned away for their client certificate, by reason.',
    ['reason'],
  )
  const endings = metrics.counter(
    'gateway_connections_ended_total',
    'Connections of probes that were ended: their certificate is not good any more, there were too many of one probe, or the gateway was full.',
    ['reason'],
  )
  const issued = metrics.counter('gateway_certificates_issued_total', 'Certificates issued to probes, by occasion.', [
    'occasion',
  ])
  const clones = metrics.counter(
    'gateway_clone_alarms_total',
    'Alarms raised since a probe seems to be used by two machines, by reason.',
    ['reason'],
  )
  const seconds = metrics.seconds('gateway_store_seconds', 'From the last byte of a batch to its storage by the log.')

  return {
    received(count: number, bytes: number): void {
      recordsIn.add(count)
      bytesIn.add(bytes)
    },
    stored(count: number, dead: number, duration: number): void {
      batches.add(1)
      recordsOut.add(count)
      if (dead > 0) recordsDead.add(dead, { reason: 'too-large' })
      seconds.record(duration)
    },
    /** Traces a sample of the events of a stored batch. */
    traced(records: readonly { identity: EventIdentity; payload: Buffer }[], startedAt: number, endedAt: number): void {
      for (const { identity, payload } of records) {
        if (!tracer.isEventTraced(identity.sequence)) continue
        tracer.event({
          uuid: documentId(identity),
          step: 'gateway.receive',
          startedAt,
          endedAt,
          attributes: {
            'watchpost.probe': identity.probeId,
            'watchpost.stream': identity.stream,
            'watchpost.sequence': identity.sequence,
            'watchpost.event_bytes': payload.length,
            'watchpost.batch_events': records.length,
          },
        })
      }
    },
    refused(reason: RefusalCode): void {
      refused.add(1, { reason })
    },
    certificateIssued(occasion: 'enrol' | 'renew'): void {
      issued.add(1, { occasion })
    },
    cloneAlarm(reason: CloneReason): void {
      clones.add(1, { reason })
    },
    identityRefused(reason: IdentityFault): void {
      identities.add(1, { reason })
    },
    connectionEnded(reason: 'certificate' | 'too-many' | 'full'): void {
      endings.add(1, { reason })
    },
    watch({ pendingBytes, backlog, logAgeSeconds, holds, connections }: GatewayFigures): void {
      metrics.gauge('gateway_connections', 'Live connections of known probes.', [], connections)
      metrics.gauge('gateway_log_age_seconds', 'Seconds since Kafka last answered the gateway.', [], logAgeSeconds)
      metrics.gauge('gateway_held', 'Whether probes are asked to wait by another service, by reason.', ['reason'], () =>
        holds().map(({ reason }) => [1, { reason }]),
      )
      metrics.gauge(
        'gateway_pending_bytes',
        'Bytes of batches being read, or accepted and not yet stored by the log.',
        [],
        pendingBytes,
      )
      metrics.gauge('gateway_backlog_records', 'Events stored and not yet indexed.', [], () => backlog()?.records ?? 0)
      metrics.gauge(
        'gateway_backlog_share',
        'Share of what the log keeps that is unread.',
        [],
        () => backlog()?.bytesShare ?? 0,
      )
      metrics.gauge('gateway_log_free_bytes', 'Room left on the fullest disk of the log.', [], () => {
        const free = backlog()?.freeBytes
        return free === undefined || free === Number.POSITIVE_INFINITY ? undefined : free
      })
    },
  }
}
export type GatewayTelemetry = ReturnType<typeof createGatewayTelemetry>
