/** The part of a __consumer_offsets record that the proof needs. */
export type CommitRecord =
  | { kind: 'commit'; group: string; topic: string; partition: number; offset: number }
  | { kind: 'generation'; group: string; generation: number }
  /** The group was deleted. */
  | { kind: 'deletion'; group: string }

const COMMIT_KEYS = [0, 1]
const GROUP_KEY = 2
/** From this version on, string lengths are varints. */
const COMPACT_SINCE = 4

/** Decodes a record; undefined for the deletion of a single position and for records of other kinds. */
export function decodeCommitRecord(key: Buffer, value: Buffer | null | undefined): CommitRecord | undefined {
  const version = key.readInt16BE(0)
  const [group, afterGroup] = readString(key, 2)
  if (!value || value.length === 0) return version === GROUP_KEY ? { kind: 'deletion', group } : undefined
  if (COMMIT_KEYS.includes(version)) {
    const [topic, afterTopic] = readString(key, afterGroup)
    const partition = key.readInt32BE(afterTopic)
    return { kind: 'commit', group, topic, partition, offset: Number(value.readBigInt64BE(2)) }
  }
  if (version !== GROUP_KEY) return undefined
  const isCompact = value.readInt16BE(0) >= COMPACT_SINCE
  const afterProtocol = isCompact ? 3 + (value.readUInt8(2) - 1) : readString(value, 2)[1]
  return { kind: 'generation', group, generation: value.readInt32BE(afterProtocol) }
}

function readString(bytes: Buffer, at: number): [text: string, next: number] {
  const length = bytes.readInt16BE(at)
  const next = at + 2 + Math.max(0, length)
  return [bytes.toString('utf8', at + 2, next), next]
}
