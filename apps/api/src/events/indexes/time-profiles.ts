import { setTimeout as sleep } from 'node:timers/promises'
import type { SampleWish, TimeSpan } from '@watchpost/engine'
import { flattenDocument, type SampledDocument } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import { sampleSize } from './sample-size.ts'

export interface TimeProfilePorts {
  profileOf(index: string): Promise<TimeSpan[] | 'gone'>
  sampleOf(index: string, wish: SampleWish): Promise<unknown[] | 'gone'>
  /** Waits, unless the service is stopping. */
  pause?(milliseconds: number): Promise<void>
  now?(): number
}

/** The times of the documents of an index and a sample of its documents, as of when it was read. */
export interface TimeProfile {
  spans: readonly TimeSpan[]
  documents: number
  /** A sample of the documents, in random order; undefined if they could not be read. */
  sample: readonly SampledDocument[] | undefined
  /** Read after the index was sealed, so it never changes. */
  isFinal: boolean
}

interface Kept extends TimeProfile {
  /** The document count of the index when it was read, from the survey: unchanged means no second read. */
  surveyed: number
  readAt: number
}

/** An open index is read again after this time, if it has changed. */
const readAgainMs = 60_000
/** The rest is read in the next round, which starts with open indexes again. */
const roundMs = 5_000
/**
 * A sealed index with fewer documents would have a profile of one span, which its minimum and maximum time already
 * give.
 */
const smallIndex = 10_000
/** At most 3 KiB each. Older indexes use their minimum and maximum time. */
const maxProfiles = 10_000

/**
 * Reads the times and a sample of the documents of each index: once for a sealed index, at most once a minute for an
 * open one. Reads one index at a time, and at most half of the time.
 */
export function createTimeProfiles({ profileOf, sampleOf, pause = sleep, now = Date.now }: TimeProfilePorts) {
  const kept = new Map<string, Kept>()
  let underWay: Promise<void> | undefined
  let version = 0

  function isDue({ uuid, documents, times }: KnownIndex): boolean {
    const profile = kept.get(uuid)
    const isOld = profile !== undefined && now() - profile.readAt >= readAgainMs
    if (times !== 'open') {
      const isUnread = profile ? !profile.isFinal || (!profile.sample && isOld) : true
      return isUnread && documents > smallIndex
    }
    if (!profile) return documents > 0
    return isOld && profile.surveyed !== documents
  }

  async function readAll(indexes: readonly KnownIndex[], isOver: () => boolean): Promise<void> {
    const until = now() + roundMs
    const total = indexes.reduce((sum, each) => sum + each.documents, 0)
    let failure: unknown
    trimSamples(indexes, total)
    for (const index of indexes.filter(isDue)) {
      if (isOver() || now() > until) break
      const readAt = now()
      const spans = await profileOf(index.name)
      if (spans === 'gone') continue
      // Admission control needs the times; without a sample only the expected cost is unknown.
      const sources = await sampled(index, total).catch((error: unknown) => {
        failure ??= error
        return undefined
      })
      if (sources === 'gone') continue
      const documents = spans.reduce((sum, each) => sum + each.documents, 0)
      const sample = sources?.map(flattenDocument)
      const isFinal = index.times !== 'open'
      kept.set(index.uuid, { spans, sample, documents, isFinal, surveyed: index.documents, readAt })
      version += 1
      await pause(now() - readAt)
    }
    if (failure !== undefined) throw failure
  }

  async function sampled({ uuid, name, documents, shards }: KnownIndex, total: number): Promise<unknown[] | 'gone'> {
    const wanted = sampleSize({ uuid, documents }, total)
    return wanted > 0 ? sampleOf(name, { documents, shards, wanted }) : []
  }

  /** The share of an index shrinks when indexes are added. */
  function trimSamples(indexes: readonly KnownIndex[], total: number): void {
    for (const index of indexes) {
      const profile = kept.get(index.uuid)
      const size = sampleSize(index, total)
      if (profile?.sample && profile.sample.length > size) profile.sample = profile.sample.slice(0, size)
    }
  }

  return {
    /**
     * Reads the indexes that are due, or joins a read that is running. Indexes are given oldest first, and read newest
     * first.
     */
    read(indexes: readonly KnownIndex[], isOver: () => boolean = () => false): Promise<void> {
      const newest = indexes.toReversed().slice(0, maxProfiles)
      const living = new Set(newest.map(({ uuid }) => uuid))
      for (const uuid of kept.keys()) if (!living.has(uuid)) kept.delete(uuid)
      underWay ??= readAll(newest, isOver).finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Changes whenever an index was read. */
    version: () => version,

    of: (uuid: string): TimeProfile | undefined => kept.get(uuid),
  }
}
