import { type CallbackWithPromise, Consumer, type GroupOptions, ProtocolError } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from './log-config.ts'
import { recordDeserializers } from './record-format.ts'

/**
 * A consumer whose commits leave it to the heartbeat to join again. Of itself the client joins when a commit is refused
 * for its generation, and when a heartbeat is: each makes the other's generation old, and the two have been seen to
 * chase each other for minutes while nothing was read. A refused commit costs no more than reading a batch again.
 */
class EventConsumer extends Consumer<string, Buffer, string, string> {
  override joinGroup(options: GroupOptions, callback: CallbackWithPromise<string>): void
  override joinGroup(options?: GroupOptions): Promise<string>
  override joinGroup(options: GroupOptions = {}, callback?: CallbackWithPromise<string>): void | Promise<string> {
    if (!callback) return super.joinGroup(options)
    // Without an id it is new, or was expelled: then there is no heartbeat that could join.
    if (this.memberId === null) return super.joinGroup(options, callback)
    callback(new ProtocolError('ILLEGAL_GENERATION'))
  }
}

/** A consumer of events as one of a group. */
export function createEventConsumer(config: LogConfig, clientId: string, group: string) {
  return new EventConsumer({
    ...clientOptions(config, clientId),
    groupId: `${config.prefix}${group}`,
    deserializers: recordDeserializers,
    // An outage of the log is waited out: there is nothing better to do, and nothing is lost meanwhile.
    retries: true,
    retryDelay: 500,
    sessionTimeout: 15_000,
    rebalanceTimeout: 30_000,
    heartbeatInterval: 2_000,
  })
}

/** Compressed; what it unpacks to is held in memory, several times as much for each broker. */
export const fetchBytes = { maxBytes: 256 * 1024, maxBytesPerPartition: 64 * 1024 }
