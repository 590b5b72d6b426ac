import type { ArrivalVector } from './arrival-vector.ts'

/**
 * A position in the order of arrival. Offsets start at 0 in every log: the epoch distinguishes successive logs, and a
 * higher epoch is a later log.
 */
export interface ArrivalPosition {
  epoch: number
  offsets: ArrivalVector
}

/** The position before everything that ever arrived. */
export const firstPosition: ArrivalPosition = { epoch: 0, offsets: new Map() }

/** How far the order of arrival can be read. */
export interface Reach extends ArrivalPosition {
  /** False while an indexer may still store events of the previous epoch: until then, earlier epochs are not read. */
  isOpen: boolean
}

/** The newest recorded epoch. */
export interface NewestEpoch {
  epoch: number
  /** The topic of events of the epoch. */
  topicId: string
  /** There was no earlier log. */
  isFirst: boolean
  /** The age of the epoch. */
  ageMs: number
}

export interface ReachPorts {
  newest(): Promise<NewestEpoch | undefined>
  /** For each partition of this topic, the offset up to which the indexers have stored and committed everything. */
  committed(topicId: string): Promise<ArrivalVector>
}

/**
 * How long a new epoch stays closed. An indexer of the previous log stops within a second of the new epoch, and within
 * 16 s at the latest: what it stores until then comes before the new epoch.
 */
export const EPOCH_CLOSED_MS = 60_000

/** The position of the indexers in the newest log. */
export async function readReach({ newest, committed }: ReachPorts): Promise<Reach> {
  const known = await newest()
  if (!known) return { ...firstPosition, isOpen: true }
  const { epoch, topicId, isFirst, ageMs } = known
  return { epoch, offsets: await committed(topicId), isOpen: isFirst || ageMs >= EPOCH_CLOSED_MS }
}
