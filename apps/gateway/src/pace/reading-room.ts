import type { ServerResponse } from 'node:http'
import { Refusal } from '../refusal.ts'

/** A body that takes longer than this is cut off when another one needs its memory, for example under attack. */
const SLOW_MS = 5_000

type Answer = Pick<ServerResponse, 'once' | 'destroy'>

export interface ReadingRoomPorts {
  /** Bytes of batches that were read and are not stored yet. */
  pendingBytes(): number
  /** Limit for pending batches and bodies being read together. */
  maxBytes: number
  /** A body was cut off because it arrived too slowly. */
  onCutOff(): void
}

/**
 * Bounds the memory of request bodies: each reserves its whole length before its first byte is read. When memory is
 * full, bodies that have been read for a long time are cut off, so that slow senders cannot keep out the others.
 */
export function createReadingRoom(
  { pendingBytes, maxBytes, onCutOff }: ReadingRoomPorts,
  now: () => number = Date.now,
) {
  /** Oldest first. */
  const bodies = new Map<Answer, { bytes: number; since: number }>()
  let used = 0

  function leave(answer: Answer): void {
    used -= bodies.get(answer)?.bytes ?? 0
    bodies.delete(answer)
  }

  const isFull = (bytes: number) => pendingBytes() + used + bytes > maxBytes

  return {
    bytes: () => used,

    /** Reserves memory for a body until it is read or its connection closes; throws a Refusal when there is none. */
    enter(answer: Answer, bytes: number): void {
      for (const [other, { since }] of bodies) {
        if (!isFull(bytes) || now() - since < SLOW_MS) break
        leave(other)
        other.destroy()
        onCutOff()
      }
      if (isFull(bytes) && bodies.size > 0) {
        throw new Refusal('busy', 'Other probes are sending. Send the batch again.', { retryAfterSeconds: 1 })
      }
      bodies.set(answer, { bytes, since: now() })
      used += bytes
      answer.once('close', () => leave(answer))
    },

    leave,
  }
}
export type ReadingRoom = ReturnType<typeof createReadingRoom>
