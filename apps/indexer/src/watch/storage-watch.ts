import type { Disk, IndexState } from '@watchpost/engine'
import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import { daysToFull } from './days-to-full.ts'

export interface StoragePorts {
  engine: {
    list(): Promise<IndexState[]>
    /** Disks of all data nodes. */
    disks(): Promise<Disk[]>
  }
  retention(): Promise<{ days: number; diskLimit: number }>
  logger: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'gauge'>
}

const EVERY_MS = 15_000

/** Measures how much room the engine has left and how long it will last. */
export function createStorageWatch({ engine, retention, logger, metrics }: StoragePorts) {
  async function measure() {
    const [indexes, disks, { days, diskLimit }] = await Promise.all([engine.list(), engine.disks(), retention()])
    const fullest = disks.toSorted((a, b) => shareOf(b) - shareOf(a))[0]
    if (!fullest) throw new Error('the engine has no data node')
    const bytesOfDays = new Map<string, number>()
    for (const { generation, sizeBytes = 0 } of indexes) {
      bytesOfDays.set(generation.day, (bytesOfDays.get(generation.day) ?? 0) + sizeBytes)
    }
    const { takenBytes, availableBytes } = fullest
    // Shards spread over the nodes: when the fullest is full, each of the others has about as much more.
    const roomBytes = Math.max(0, (takenBytes + availableBytes) * diskLimit - takenBytes) * disks.length
    return {
      takenBytes,
      availableBytes,
      dataBytes: [...bytesOfDays.values()].reduce((sum, bytes) => sum + bytes, 0),
      days: daysToFull({ bytesOfDays, roomBytes, retentionDays: days }, Date.now()),
    }
  }
  const watch = createWatch('room of the engine', measure, logger, { everyMs: EVERY_MS })
  metrics.gauge(
    'engine_disk_taken_bytes',
    'Taken on the disk of the node of the engine that has least room, by whatever.',
    [],
    () => watch.newest()?.takenBytes,
  )
  metrics.gauge(
    'engine_disk_free_bytes',
    'Room on the disk of the node of the engine that has least.',
    [],
    () => watch.newest()?.availableBytes,
  )
  metrics.gauge('engine_data_bytes', 'What stored events take, replicas included.', [], () => watch.newest()?.dataBytes)
  metrics.gauge(
    'engine_days_to_full',
    'Days until the limit of the disk is reached at the pace of the last week; 3650 where retention removes in time.',
    [],
    () => watch.newest()?.days,
  )
  metrics.gauge('engine_age_seconds', 'Seconds since the engine last told what it holds.', [], watch.ageSeconds)
  return { name: watch.name, start: watch.start, stop: watch.stop }
}

function shareOf({ takenBytes, availableBytes }: Disk): number {
  return takenBytes / Math.max(1, takenBytes + availableBytes)
}
