import { type EventIdentity, recordKey } from '@watchpost/model'

const ZERO = 0x30
/** Digits of the largest safe integer. */
const MAX_DIGITS = 16
/** Keys that share one buffer. */
const KEYS_AT_ONCE = 500

/**
 * The keys of records as bytes. The events of a batch share probe and stream: that part of the key is encoded once, and
 * each key differs only in the digits of its sequence.
 */
export function recordKeys(records: readonly { identity: EventIdentity }[]): Buffer[] {
  let last: EventIdentity | undefined
  let prefix = Buffer.alloc(0)
  let memory = Buffer.alloc(0)
  let end = 0
  return records.map(({ identity }, index) => {
    if (identity.probeId !== last?.probeId || identity.stream !== last.stream) {
      const key = recordKey(identity)
      prefix = Buffer.from(key.slice(0, key.lastIndexOf('/') + 1), 'latin1')
      last = identity
    }
    const room = prefix.length + MAX_DIGITS
    if (memory.length - end < room) {
      memory = Buffer.allocUnsafe(room * Math.min(KEYS_AT_ONCE, records.length - index))
      end = 0
    }
    const start = end
    memory.set(prefix, start)
    end = writeDigits(memory, start + prefix.length, identity.sequence)
    return memory.subarray(start, end)
  })
}

/** Returns where the digits end. */
function writeDigits(bytes: Buffer, start: number, value: number): number {
  let end = start + 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++
  let left = value
  for (let at = end - 1; at >= start; at--) {
    const rest = Math.floor(left / 10)
    bytes[at] = ZERO + (left - rest * 10)
    left = rest
  }
  return end
}
