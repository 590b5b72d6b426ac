import { type ReadRecord, readRecord } from './log-record.ts'

const SLASH = 0x2f
const ZERO = 0x30
/** A sequence with more digits is parsed by `readRecord`. */
const MAX_DIGITS = 15

/**
 * Parses keys and headers of records that come in runs: within a batch of a probe only the sequence differs. The header
 * is parsed once per run, and all identities of a run share their stream. Returns the same as `readRecord`.
 */
export function createRecordRun() {
  /** The key of the run without its sequence. */
  let prefix: Buffer = Buffer.alloc(0)
  let header: Buffer = Buffer.alloc(0)
  let first: ReadRecord | undefined

  /** The sequence of a key in the run; -1 for any other key. */
  function sequenceIn(key: Buffer): number {
    const start = prefix.length
    if (key.length <= start || key.length > start + MAX_DIGITS) return -1
    for (let at = 0; at < start; at++) if (key[at] !== prefix[at]) return -1
    let sequence = 0
    for (let at = start; at < key.length; at++) {
      const digit = (key[at] as number) - ZERO
      if (digit < 0 || digit > 9) return -1
      sequence = sequence * 10 + digit
    }
    return sequence
  }

  function begin(key: Buffer, newHeader: Buffer): ReadRecord | undefined {
    const read = readRecord(key.toString(), newHeader.toString())
    // Copy, because a slice would keep the whole fetched batch in memory.
    prefix = Buffer.from(key.subarray(0, key.lastIndexOf(SLASH) + 1))
    header = Buffer.from(newHeader)
    first = read && isPlain(key) ? read : undefined
    return read
  }

  return {
    read(key: Buffer, newHeader: Buffer): ReadRecord | undefined {
      if (!first || !header.equals(newHeader)) return begin(key, newHeader)
      const sequence = sequenceIn(key)
      if (sequence === -1) return begin(key, newHeader)
      const { identity, fqdn, policyVersion, receivedAt, timeBounds } = first
      return {
        identity: { probeId: identity.probeId, stream: identity.stream, sequence },
        fqdn,
        policyVersion,
        receivedAt,
        timeBounds,
      }
    },
  }
}

/** Whether its sequence follows the second and last slash, as in all our keys. */
function isPlain(key: Buffer): boolean {
  const second = key.indexOf(SLASH, key.indexOf(SLASH) + 1)
  return second !== -1 && second === key.lastIndexOf(SLASH)
}
