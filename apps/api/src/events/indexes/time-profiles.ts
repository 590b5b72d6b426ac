import { setTimeout as sleep } from 'node:timers/promises'
import type { SampleWish, TimeSpan } from '@watchpost/engine'
import { flattenDocument, type SampledDocument } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import { sampleSize } from './sample-size.ts'

export interface TimeProfilePorts {
  profileOf(index: string): Promise<TimeSpan[] | 'gone'>
  sampleOf(index: string, wish: SampleWish): Promise<unknown[] | 'gone'>
  /** Waits, unless it is all over. */
  pause?(milliseconds: number): Promise<void>
  now?(): number
}

/** The times of the documents of an index and a sample of the documents, as of when it was read. */
export interface TimeProfile {
  spans: readonly TimeSpan[]
  documents: number
  /** Some of the documents, in random order; undefined if they could not be read. */
  sample: readonly SampledDocument[] | undefined
  /** Read after the index was sealed: so for good. */
  isFinal: boolean
}

interface Kept extends TimeProfile {
  /** What the index held when it was read, by the survey: the same again needs no second look. */
  surveyed: number
  readAt: number
}

/** An open index is read again after this, if it has changed. */
const readAgainMs = 60_000
/** What is left after this is read in the next round: open indexes come first again. */
const roundMs = 5_000
/** The profile of a sealed index of fewer documents would be one span, which its least and greatest time tell already. */
const smallIndex = 10_000
/** Of 3 KiB at most each. Older indexes go by their least and greatest time. */
const maxProfiles = 10_000

/**
 * Reads the times of the documents of each index and a sample of the documents: once for a sealed index, at most once a
 * minute for an open one, one index at a time and half of the time at most.
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
      // Admission needs the times; without a sample only the expected cost is unknown.
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

  /** The share of an index shrinks when others come. */
  function trimSamples(indexes: readonly KnownIndex[], total: number): void {
    for (const index of indexes) {
      const profile = kept.get(index.uuid)
      const size = sampleSize(index, total)
      if (profile?.sample && profile.sample.length > size) profile.sample = profile.sample.slice(0, size)
    }
  }

  return {
    /** Reads what is due; while that goes on, joins it. Indexes are given oldest first, and read newest first. */
    read(indexes: readonly KnownIndex[], isOver: () => boolean = () => false): Promise<void> {
      const newest = indexes.toReversed().slice(0, maxProfiles)
      const living = new Set(newest.map(({ uuid }) => uuid))
      for (const uuid of kept.keys()) if (!living.has(uuid)) kept.delete(uuid)
      underWay ??= readAll(newest, isOver).finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Changes whenever something was read. */
    version: () => version,

    of: (uuid: string): TimeProfile | undefined => kept.get(uuid),
  }
}
