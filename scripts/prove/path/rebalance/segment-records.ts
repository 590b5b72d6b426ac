const BATCH_LENGTH_AT = 8
const BATCH_HEAD = 12
const ATTRIBUTES_AT = 21
const COUNT_AT = 57
const RECORDS_AT = 61
const COMPRESSION_BITS = 0b111
const CONTROL_BIT = 0b10_0000

export interface SegmentRecord {
  key: Buffer
  value: Buffer | null
}

/** The records of the complete batches at the start of these segment bytes, and the number of bytes consumed. */
export function readSegmentRecords(bytes: Buffer): { records: SegmentRecord[]; length: number } {
  const records: SegmentRecord[] = []
  let at = 0
  while (at + RECORDS_AT <= bytes.length) {
    const end = at + BATCH_HEAD + bytes.readInt32BE(at + BATCH_LENGTH_AT)
    // The rest is still being written; a preallocated file ends in zeros.
    if (end > bytes.length || end === at + BATCH_HEAD) break
    const batch = bytes.subarray(at, end)
    const attributes = batch.readInt16BE(ATTRIBUTES_AT)
    if ((attributes & COMPRESSION_BITS) !== 0) throw new Error('a batch of the segment is compressed')
    if ((attributes & CONTROL_BIT) === 0) records.push(...recordsOf(batch))
    at = end
  }
  return { records, length: at }
}

function recordsOf(batch: Buffer): SegmentRecord[] {
  let at = RECORDS_AT
  const varint = () => {
    let [value, shift] = [0n, 0n]
    for (let byte = 0x80; byte & 0x80; shift += 7n) {
      byte = batch.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
    }
    return Number((value >> 1n) ^ -(value & 1n))
  }
  const bytes = () => {
    const length = varint()
    if (length < 0) return null
    at += length
    return batch.subarray(at - length, at)
  }
  return Array.from({ length: batch.readInt32BE(COUNT_AT) }, () => {
    const length = varint()
    const next = at + length
    at++
    varint()
    varint()
    const record = { key: bytes() ?? Buffer.alloc(0), value: bytes() }
    at = next
    return record
  })
}
