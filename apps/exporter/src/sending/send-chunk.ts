import type { ArrivalVector, EventIdentity } from '@watchpost/model'
import type { SyslogConnection } from '@watchpost/syslog'
import type { Chunk } from '../reading/chunk.ts'
import type { ExportPlan } from './plan.ts'

/** Outcome of the records of a chunk. */
export interface ChunkTally {
  sent: number
  filtered: number
  repeated: number
  unreadable: number
  trimmed: number
  /** Bytes written to the receiver. */
  bytes: number
  /** Arrival time of the last record at the gateway. */
  receivedAt: number
  /** The sent events that are traced. */
  traced: EventIdentity[]
}

/** Bytes per write: enough that the call costs little, and few enough that progress is visible. */
const WRITE_BYTES = 64 * 1024

/**
 * Sends the part of a chunk that an export wants, from its position on. Resolves when the kernel has accepted all of
 * it.
 */
export async function sendChunk(
  chunk: Chunk,
  from: ArrivalVector,
  { filter, format }: Pick<ExportPlan, 'filter' | 'format'>,
  connection: Pick<SyslogConnection, 'write'>,
  isTraced: (sequence: number) => boolean = () => false,
): Promise<ChunkTally> {
  const tally: ChunkTally = {
    sent: 0,
    filtered: 0,
    repeated: 0,
    unreadable: 0,
    trimmed: 0,
    bytes: 0,
    receivedAt: 0,
    traced: [],
  }
  let texts: string[] = []
  let waiting = 0

  const flush = async () => {
    const bytes = Buffer.from(texts.join(''), 'utf8')
    texts = []
    waiting = 0
    await connection.write(bytes)
    tally.bytes += bytes.length
  }

  for (const piece of chunk.pieces) {
    const { record } = piece
    if (record.offset < (from.get(record.partition) ?? 0)) continue
    tally.receivedAt = record.receivedAt
    if (piece.isRepeat) {
      tally.repeated++
      continue
    }
    const event = filter(piece)
    if (event === 'unwanted') tally.filtered++
    else if (event === 'unreadable') tally.unreadable++
    else {
      const { id, at, fqdn: hostname, eventType, severity, risk } = event
      const message = format({ id, at, hostname, eventType, severity, risk, json: event.json() })
      texts.push(message.text)
      waiting += message.bytes
      tally.sent++
      if (record.partition >= 0 && isTraced(record.identity.sequence)) tally.traced.push(record.identity)
      if (message.isTrimmed) tally.trimmed++
      if (waiting >= WRITE_BYTES) await flush()
    }
  }
  if (waiting > 0) await flush()
  return tally
}
