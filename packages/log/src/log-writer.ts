import { type MessageToProduce, Producer } from '@platformatic/kafka'
import { type EventIdentity, RECORD_HEADER, type RecordHeader, recordHeader } from '@watchpost/model'
import { clientOptions, type LogConfig } from './log-config.ts'
import { partitionOf } from './record-format.ts'
import { recordKeys } from './record-keys.ts'
import { topicNames } from './topics.ts'

export interface RecordToWrite {
  identity: EventIdentity
  payload: Buffer
}

export interface LogWriterOptions {
  clientId: string
  /** Concurrent produce requests. More of them only shorten the queue that joins small batches into large ones. */
  maxInFlight?: number
  /** The maximum size of one joined produce request. */
  maxJoinedBytes?: number
}

interface Waiting {
  messages: MessageToProduce[]
  bytes: number
  stored: () => void
  failed: (error: unknown) => void
}

const headerName = Buffer.from(RECORD_HEADER)

/**
 * Writes events to the log. `append` resolves once all in-sync replicas have stored every record. Events that arrive
 * during a request are joined into the next one, so that many small batches cost one sync to disk.
 */
export function createLogWriter(config: LogConfig, options: LogWriterOptions) {
  const { events } = topicNames(config)
  const { clientId, maxInFlight = 4, maxJoinedBytes = 8 * 1024 ** 2 } = options
  // Not Kafka's idempotent mode: ids made of (probe, stream, sequence) already make duplicates harmless downstream.
  const producer = new Producer({
    ...clientOptions(config, clientId),
    acks: -1,
    compression: 'zstd',
    retries: 4,
    retryDelay: 250,
  })
  const queue: Waiting[] = []
  let inFlight = 0
  let pendingBytes = 0

  function next(): void {
    while (inFlight < maxInFlight && queue.length > 0) void send(take())
  }

  function take(): Waiting[] {
    const taken: Waiting[] = []
    let bytes = 0
    for (let head = queue[0]; head && (taken.length === 0 || bytes + head.bytes <= maxJoinedBytes); head = queue[0]) {
      taken.push(head)
      bytes += head.bytes
      queue.shift()
    }
    return taken
  }

  async function send(joined: Waiting[]): Promise<void> {
    inFlight++
    try {
      await producer.send({ messages: joined.flatMap((each) => each.messages), acks: -1 })
      for (const each of joined) each.stored()
    } catch (error) {
      for (const each of joined) each.failed(error)
    } finally {
      inFlight--
      for (const each of joined) pendingBytes -= each.bytes
      next()
    }
  }

  return {
    name: 'log writer',
    /** Bytes accepted and not yet stored. The caller uses it to limit its memory. */
    pendingBytes: () => pendingBytes,

    append(header: RecordHeader, receivedAt: number, records: readonly RecordToWrite[]): Promise<void> {
      const headers = new Map([[headerName, Buffer.from(recordHeader({ ...header, receivedAt }))]])
      // Brokers replace it by their own time. Earlier versions, which may still read during an upgrade, use it.
      const timestamp = BigInt(receivedAt)
      let bytes = 0
      const keys = recordKeys(records)
      const messages = records.map(({ identity, payload }, index): MessageToProduce => {
        bytes += payload.length
        return {
          topic: events,
          partition: partitionOf(identity.probeId, config.partitions),
          key: keys[index],
          value: payload,
          headers,
          timestamp,
        }
      })
      pendingBytes += bytes
      return new Promise((stored, failed) => {
        queue.push({ messages, bytes, stored, failed })
        next()
      })
    },

    async stop(): Promise<void> {
      await producer.close(true)
    },
  }
}
export type LogWriter = ReturnType<typeof createLogWriter>
