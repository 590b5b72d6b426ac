import type { ServiceName } from '@watchpost/runtime'
import type { LogConfig } from '../log-config.ts'
import { topicNames } from '../topics.ts'

export type LogOperation = 'READ' | 'WRITE' | 'DESCRIBE'

/** One permission of a user of the brokers. */
export interface LogGrant {
  resource: 'TOPIC' | 'GROUP' | 'CLUSTER'
  name: string
  /** For all names that begin with `name`. */
  isPrefix: boolean
  operation: LogOperation
}

/**
 * What each service may do in the log. READ and WRITE include DESCRIBE. The groups of the indexers and of the exporters
 * have the id of the topic in their names, so these grants are for the beginning of the name.
 */
export function logAccess(config: Pick<LogConfig, 'prefix'>): Record<ServiceName, LogGrant[]> {
  const { events, deadLetters } = topicNames(config)
  const topic = (name: string, operation: LogOperation) => grant('TOPIC', name, operation)
  const group = (name: string, operation: LogOperation) => grant('GROUP', `${config.prefix}${name}`, operation)
  const groups = (name: string, operation: LogOperation) => ({ ...group(name, operation), isPrefix: true })
  // The free space on the disks of the brokers.
  const disks = grant('CLUSTER', 'kafka-cluster', 'DESCRIBE')
  const progress = [topic(events, 'DESCRIBE'), groups('indexer-', 'DESCRIBE')]
  // Retrying reads dead letters, writes them to the events, and commits how far it came.
  const retrying = [topic(events, 'WRITE'), topic(deadLetters, 'READ'), group('dead-letters-retried', 'READ')]
  return {
    gateway: [
      topic(events, 'WRITE'),
      topic(deadLetters, 'WRITE'),
      group('dead-letters-retried', 'DESCRIBE'),
      groups('indexer-', 'DESCRIBE'),
      disks,
    ],
    indexer: [
      topic(events, 'READ'),
      topic(deadLetters, 'WRITE'),
      group('dead-letters-retried', 'DESCRIBE'),
      groups('indexer-', 'READ'),
    ],
    clusters: progress,
    exporter: [topic(events, 'READ'), groups('watchpost-exporter-', 'READ')],
    api: [...progress, ...retrying],
    console: [...progress, ...retrying, disks],
  }
}

function grant(resource: LogGrant['resource'], name: string, operation: LogOperation): LogGrant {
  return { resource, name, isPrefix: false, operation }
}
