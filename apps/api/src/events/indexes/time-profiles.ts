import { setTimeout as sleep } from 'node:timers/promises'
import type { TimeSpan } from '@watchpost/engine'
import type { KnownIndex } from './choose-indexes.ts'

export interface TimeProfilePorts {
  profileOf(index: string): Promise<TimeSpan[] | 'gone'>
  /** Waits, unless it is all over. */
  pause?(milliseconds: number): Promise<void>
  now?(): number
}

/** When the documents of an index happened, as of when it was read. */
export interface TimeProfile {
  spans: readonly TimeSpan[]
  documents: number
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
 * Reads when the documents of each index happened: once for a sealed index, at most once a minute for an open one, one
 * index at a time and half of the time at most.
 */
export function createTimeProfiles({ profileOf, pause = sleep, now = Date.now }: TimeProfilePorts) {
  const kept = new Map<string, Kept>()
  let underWay: Promise<void> | undefined

  function isDue({ uuid, documents, times }: KnownIndex): boolean {
    const profile = kept.get(uuid)
    if (times !== 'open') return !profile?.isFinal && documents > smallIndex
    if (!profile) return documents > 0
    return profile.surveyed !== documents && now() - profile.readAt >= readAgainMs
  }

  async function readAll(indexes: readonly KnownIndex[], isOver: () => boolean): Promise<void> {
    const until = now() + roundMs
    for (const { uuid, name, documents, times } of indexes.filter(isDue)) {
      if (isOver() || now() > until) return
      const readAt = now()
      const spans = await profileOf(name)
      if (spans === 'gone') continue
      const total = spans.reduce((sum, each) => sum + each.documents, 0)
      kept.set(uuid, { spans, documents: total, isFinal: times !== 'open', surveyed: documents, readAt })
      await pause(now() - readAt)
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

    of: (uuid: string): TimeProfile | undefined => kept.get(uuid),
  }
}
