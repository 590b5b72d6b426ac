import type { Metrics } from '@watchpost/runtime'
import type { FileTotals } from '@watchpost/store'

export interface FileFigures {
  /** Undefined until it was measured, or where no files are stored. */
  space(): (FileTotals & { freeBytes: number }) | undefined
  readingBytes(): number
}

/** Metrics of the files that probes upload. */
export function createFileTelemetry(metrics: Metrics) {
  const bytes = metrics.counter('gateway_file_bytes_total', 'Bytes of files stored, before encryption.')
  const ended = metrics.counter('gateway_file_uploads_total', 'Uploads of files that ended, by outcome.', ['outcome'])
  const removed = metrics.counter('gateway_files_removed_total', 'Files removed, by reason.', ['reason'])

  return {
    pieceStored: (length: number): void => bytes.add(length),
    fileEnded: (outcome: 'stored' | 'refused'): void => ended.add(1, { outcome }),
    filesRemoved: (reason: 'age' | 'space' | 'abandoned', count: number): void => removed.add(count, { reason }),
    watch({ space, readingBytes }: FileFigures): void {
      metrics.gauge('gateway_files', 'Files that are stored.', [], () => space()?.files)
      metrics.gauge(
        'gateway_file_storage_bytes',
        'Bytes of files that are stored or being uploaded.',
        [],
        () => space()?.bytes,
      )
      metrics.gauge('gateway_file_storage_free_bytes', 'Free space on the disk of the files.', [], () => {
        const free = space()?.freeBytes
        return free === Number.POSITIVE_INFINITY ? undefined : free
      })
      metrics.gauge(
        'gateway_file_removals_waiting',
        'Contents of files that wait to be removed.',
        [],
        () => space()?.waitingForRemoval,
      )
      metrics.gauge(
        'gateway_file_reading_bytes',
        'Bytes reserved for pieces of files that are being read.',
        [],
        readingBytes,
      )
    },
  }
}
