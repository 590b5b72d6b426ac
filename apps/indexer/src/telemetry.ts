import type { GroupJoin } from '@watchpost/log'
import { type DeadLetter, documentId, type EventDocument, type LogRecord } from '@watchpost/model'
import { type Logger, type Metrics, noTracer, type Tracer } from '@watchpost/runtime'

/** Enough to know where to look. */
const MOST_PROBES_LOGGED = 20

/** All metrics of the indexer: every event is stored, a repeat, or a dead letter with a reason. */
export function createIndexerTelemetry(metrics: Metrics, logger: Logger, tracer: Tracer = noTracer) {
  const recordsIn = metrics.counter('indexer_records_in_total', 'Events read from the log.')
  const recordsOut = metrics.counter('indexer_records_out_total', 'Events stored as new documents.')
  const alertsOut = metrics.counter('indexer_alerts_out_total', 'Alerts stored for the listings.')
  const alertsDropped = metrics.counter(
    'indexer_alerts_dropped_total',
    'Alerts not stored for the listings because the indexes of their events were removed.',
  )
  const recordsDropped = metrics.counter('indexer_records_dropped_total', 'Events not stored again, by reason.', [
    'reason',
  ])
  const recordsDead = metrics.counter('indexer_records_dead_total', 'Events sent to the dead letters, by reason.', [
    'reason',
  ])
  const recordsMended = metrics.counter(
    'indexer_records_mended_total',
    'Events stored after a fault in them was fixed.',
  )
  const timesCorrected = metrics.counter(
    'indexer_event_times_corrected_total',
    'Events stored at their arrival because the time they claimed lies too far ahead of it, or is too old.',
    ['direction'],
  )
  const recordsLost = metrics.counter('indexer_records_lost_total', 'Events that the log forgot before they were read.')
  const retries = metrics.counter('indexer_retried_documents_total', 'Documents sent to the engine again, by reason.', [
    'reason',
  ])
  const rearranged = metrics.counter('indexer_commits_refused_total', 'Batches that another copy will read again.')
  const delay = metrics.seconds('indexer_delay_seconds', 'From arrival at the gateway to storage by the engine.')
  const joins = metrics.counter(
    'indexer_group_joins_total',
    'Times that this copy joined the group, rebalances included.',
  )
  let lastTick = Date.now()
  metrics.gauge(
    'indexer_last_tick_seconds',
    'Seconds since a batch was last finished.',
    [],
    () => (Date.now() - lastTick) / 1_000,
  )

  return {
    received: (count: number): void => recordsIn.add(count),
    stored: (count: number): void => recordsOut.add(count),
    dropped(reason: 'repeat' | 'expired', count: number): void {
      if (count > 0) recordsDropped.add(count, { reason })
      if (reason === 'expired' && count > 0) logger.warn({ count }, 'events belong to indexes that were removed')
    },
    dead(letters: readonly DeadLetter[]): void {
      for (const [reason, group] of Map.groupBy(letters, (each) => each.reason)) {
        recordsDead.add(group.length, { reason })
        logger.warn({ reason, count: group.length, detail: group[0]?.detail }, 'events sent to the dead letters')
      }
    },
    /** Entries of alerts that were stored as new documents, in addition to their events. */
    listed: (count: number): void => alertsOut.add(count),
    /** Entries whose generation was removed between the event and its entry. */
    unlisted(count: number): void {
      alertsDropped.add(count)
      logger.warn({ count }, 'alerts belong to indexes that were removed')
    },
    policyMissing(version: number, used: number): void {
      logger.error({ version, used }, 'events name a version of the risk policy that does not exist')
    },
    mended(count: number): void {
      if (count > 0) recordsMended.add(count)
    },
    /** Events stored as new documents with their arrival time instead of their own time. */
    corrected(documents: readonly EventDocument[]): void {
      for (const [direction, group] of Map.groupBy(documents, ({ correction }) => correction?.fault)) {
        if (!direction) continue
        timesCorrected.add(group.length, { direction })
        const probes = [...new Set(group.map(({ identity }) => identity.probeId))].slice(0, MOST_PROBES_LOGGED)
        const claimed = group[0]?.correction?.claimed
        logger.warn({ direction, count: group.length, probes, claimed }, 'event times corrected')
      }
    },
    retried(reason: string, documents: number): void {
      retries.add(documents, { reason })
      logger.warn({ reason, documents }, 'engine asked again')
    },
    joined(join: GroupJoin): void {
      joins.add(1)
      logger.info({ ...join }, 'joined the group')
    },
    lost(partition: number, count: number): void {
      recordsLost.add(count)
      logger.error({ partition, count }, 'the log forgot events before they were read')
    },
    finished(
      batch: readonly LogRecord[],
      isCommitted: boolean,
      { startedAt, storedAt }: { startedAt: number; storedAt: number },
    ): void {
      lastTick = Date.now()
      for (const { identity, epoch, partition, offset, receivedAt } of batch) {
        if (!tracer.isEventTraced(identity.sequence)) continue
        tracer.event({
          uuid: documentId(identity),
          step: 'indexer.index',
          after: 'gateway.receive',
          startedAt,
          endedAt: storedAt,
          attributes: {
            'watchpost.epoch': epoch ?? 0,
            'watchpost.partition': partition,
            'watchpost.offset': offset,
            'watchpost.waited_ms': Math.max(0, startedAt - receivedAt),
            'watchpost.batch_events': batch.length,
            'watchpost.committed': isCommitted,
          },
        })
      }
      if (!isCommitted) rearranged.add(1)
      const oldest = batch[0]?.receivedAt
      if (oldest !== undefined) delay.record(Math.max(0, storedAt - oldest) / 1_000)
    },
  }
}
export type IndexerTelemetry = ReturnType<typeof createIndexerTelemetry>
