import type { Disk, IndexSegments } from '@watchpost/engine'
import type { Generation } from '@watchpost/store'
import { mergeRoom } from './merge-room.ts'
import type { UpkeepTelemetry } from './upkeep-telemetry.ts'

export interface SegmentMergerPorts {
  engine: {
    /** Segments of the event indexes of these generations, newest first. */
    segments(generations: readonly Generation[]): Promise<IndexSegments[]>
    /** Whether any forced merge is running, ours or another one. */
    isMerging(): Promise<boolean>
    /** Starts a merge to one segment. */
    merge(name: string): Promise<void>
    /** Makes searches use the merged segment. */
    refresh(name: string): Promise<void>
    /** Disks of all data nodes. */
    disks(): Promise<Disk[]>
  }
  sealedGenerations(): Promise<Generation[]>
  /** Share of a disk above which the oldest generations are removed. */
  diskLimit(): Promise<number>
  telemetry: Pick<UpkeepTelemetry, 'unmerged' | 'mergeBegun' | 'merged' | 'mergeSkipped'>
}

export interface SegmentMergerLimits {
  mergePercent: number
  mergeQuietSeconds: number
  mergeDiskPercent: number
}

const LOOK_MS = 30_000
/** An index with more than one segment after this many merges is skipped by this indexer. */
const MOST_ATTEMPTS = 3

/**
 * Merges sealed event indexes to one segment while load is low, one at a time in the whole cluster. The state is read
 * from the engine at each look, so that another leader continues where this one ended.
 */
export function createSegmentMerger(
  { engine, sealedGenerations, diskLimit, telemetry }: SegmentMergerPorts,
  { mergePercent, mergeQuietSeconds, mergeDiskPercent }: SegmentMergerLimits,
  now: () => number = Date.now,
) {
  let lookedAt = Number.NEGATIVE_INFINITY
  let quietSince: number | undefined
  let current: IndexSegments | undefined
  const attempts = new Map<string, number>()

  const isQuiet = () => quietSince !== undefined && now() - quietSince >= mergeQuietSeconds * 1_000

  /** Checks the result of the merge that this indexer started. */
  async function finish(begun: IndexSegments, sealed: readonly Generation[]): Promise<void> {
    await engine.refresh(begun.name)
    current = undefined
    const after = (await engine.segments(sealed)).find(({ uuid }) => uuid === begun.uuid)
    // Removed in the meantime: neither a success nor a failure.
    if (!after) return
    if (after.segments <= 1) return telemetry.merged(begun, after)
    attempts.set(begun.uuid, (attempts.get(begun.uuid) ?? 0) + 1)
    telemetry.mergeSkipped('failed', after)
  }

  async function begin(open: readonly IndexSegments[]): Promise<void> {
    const [first] = open
    if (!first) return
    if (!isQuiet()) return telemetry.mergeSkipped('load', first)
    const room = mergeRoom(await engine.disks(), (await diskLimit()) * (mergeDiskPercent / 100))
    const next = open.find(({ nodeBytes }) => nodeBytes <= room)
    if (!next) return telemetry.mergeSkipped('disk', first)
    await engine.merge(next.name)
    current = next
    telemetry.mergeBegun(next)
  }

  return {
    /** Call it when this indexer becomes leader: the previous load is unknown. */
    startLeading(): void {
      quietSince = undefined
      current = undefined
      attempts.clear()
    },

    /** One look, at most every 30 s; `share` is the load, which is noted on every call. */
    async look(share: number | undefined): Promise<void> {
      if (share === undefined || share * 100 >= mergePercent) quietSince = undefined
      else quietSince ??= now()
      if (mergePercent === 0 || now() - lookedAt < LOOK_MS) return
      lookedAt = now()
      const sealed = await sealedGenerations()
      const unmerged = (await engine.segments(sealed)).filter(({ segments }) => segments > 1)
      telemetry.unmerged(unmerged.length)
      if (unmerged.length === 0 && !current) return
      if (await engine.isMerging()) return
      if (current) return finish(current, sealed)
      await begin(unmerged.filter(({ uuid }) => (attempts.get(uuid) ?? 0) < MOST_ATTEMPTS))
    },
  }
}
export type SegmentMerger = ReturnType<typeof createSegmentMerger>
