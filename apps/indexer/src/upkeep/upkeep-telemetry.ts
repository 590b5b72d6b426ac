import type { IndexSegments } from '@watchpost/engine'
import type { Logger, Metrics } from '@watchpost/runtime'
import type { Load } from './load-meter.ts'

/** Why no merge was started, or that a merge left more than one segment. */
export type MergeSkip = 'load' | 'disk' | 'failed'

export interface TelemetryParts {
  metrics: Metrics
  logger: Pick<Logger, 'info' | 'warn'>
  /** Only the leader exports gauges: values of other indexers are out of date. */
  isLeading(): boolean
}

export type UpkeepTelemetry = ReturnType<typeof createUpkeepTelemetry>

/** Metrics and logs of merges, by the leader. */
export function createUpkeepTelemetry({ metrics, logger, isLeading }: TelemetryParts) {
  const merges = metrics.counter('indexer_merges_total', 'Sealed indexes of events that were merged to one segment.')
  const bytesBefore = metrics.counter('indexer_merge_bytes_before_total', 'Size of merged indexes before their merge.')
  const bytesAfter = metrics.counter('indexer_merge_bytes_after_total', 'Size of merged indexes after their merge.')
  const skips = metrics.counter(
    'indexer_merges_skipped_total',
    'Times that merging was put off because of load or disk, and merges that left more than one segment (failed).',
    ['reason'],
  )
  let unmergedIndexes: number | undefined
  let lastSkip: MergeSkip | undefined
  metrics.gauge(
    'indexer_unmerged_indexes',
    'Sealed indexes of events with more than one segment. From the copy that leads.',
    [],
    () => (isLeading() ? unmergedIndexes : undefined),
  )

  return {
    /** Number of indexes that are left to merge. */
    unmerged(count: number): void {
      unmergedIndexes = count
    },
    mergeBegun({ name, segments, bytes }: IndexSegments): void {
      lastSkip = undefined
      logger.info({ index: name, segments, bytes }, 'merge started')
    },
    merged(before: IndexSegments, after: IndexSegments): void {
      merges.add(1)
      bytesBefore.add(before.bytes)
      bytesAfter.add(after.bytes)
      logger.info({ index: after.name, bytesBefore: before.bytes, bytesAfter: after.bytes }, 'merge finished')
    },
    /** Counts once when a reason starts to apply, not at each look; a failure each time. */
    mergeSkipped(reason: MergeSkip, { name, segments, nodeBytes }: IndexSegments): void {
      const isSame = reason === lastSkip && reason !== 'failed'
      lastSkip = reason
      if (isSame) return
      skips.add(1, { reason })
      if (reason === 'failed') logger.warn({ index: name, segments }, 'merge left more than one segment')
      else logger.info({ index: name, reason, neededBytes: nodeBytes }, 'merge postponed')
    },
  }
}

export interface LoadView {
  metrics: Metrics
  isLeading(): boolean
  load(): Load | undefined
  eventSeconds(): number
}

/** Exports the measured load and the chosen refresh interval. */
export function observeLoad({ metrics, isLeading, load, eventSeconds }: LoadView): void {
  metrics.gauge(
    'indexer_load_ratio',
    'Share of the measured capacity in use; before a capacity was measured, of the processors of the engine. From the copy that leads.',
    [],
    () => (isLeading() ? load()?.share : undefined),
  )
  metrics.gauge(
    'indexer_capacity_events_per_second',
    'Events per second that all indexers together stored while more was always waiting. From the copy that leads.',
    [],
    () => (isLeading() ? load()?.capacity : undefined),
  )
  metrics.gauge(
    'indexer_event_refresh_seconds',
    'Seconds after which stored events can be searched at the latest. From the copy that leads.',
    [],
    () => (isLeading() ? eventSeconds() : undefined),
  )
}
