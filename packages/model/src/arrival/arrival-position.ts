import type { ArrivalVector } from './arrival-vector.ts'

/**
 * A position in the order of arrival. Offsets count from 0 in every log: the epoch tells logs apart that followed one
 * another, and a higher epoch is a later log.
 */
export interface ArrivalPosition {
  epoch: number
  offsets: ArrivalVector
}

/** The position before everything that ever arrived. */
export const firstPosition: ArrivalPosition = { epoch: 0, offsets: new Map() }

/** How far the order of arrival can be read. */
export interface Reach extends ArrivalPosition {
  /** False while an indexer may still store something of the epoch before: until then, earlier epochs are not read. */
  isOpen: boolean
}

/** The newest epoch, as it is written down. */
export interface NewestEpoch {
  epoch: number
  /** The topic of events that the epoch stands for. */
  topicId: string
  /** No log came before. */
  isFirst: boolean
  /** How long ago the epoch began. */
  ageMs: number
}

export interface ReachPorts {
  newest(): Promise<NewestEpoch | undefined>
  /** By partition of this topic, the offset up to which the indexers have stored everything and said so. */
  committed(topicId: string): Promise<ArrivalVector>
}

/**
 * How long a new epoch stays closed. An indexer of the log before ends within a second of the new epoch, and within 16 s
 * at the latest: what it stores until then lies before the new epoch.
 */
export const EPOCH_CLOSED_MS = 60_000

/** How far the indexers have come in the newest log. */
export async function readReach({ newest, committed }: ReachPorts): Promise<Reach> {
  const known = await newest()
  if (!known) return { ...firstPosition, isOpen: true }
  const { epoch, topicId, isFirst, ageMs } = known
  return { epoch, offsets: await committed(topicId), isOpen: isFirst || ageMs >= EPOCH_CLOSED_MS }
}
