import { Consumer } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from './log-config.ts'
import { recordDeserializers } from './record-format.ts'

/** A consumer of events as one of a group. */
export function createEventConsumer(config: LogConfig, clientId: string, group: string) {
  return new Consumer<string, Buffer, string, string>({
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
