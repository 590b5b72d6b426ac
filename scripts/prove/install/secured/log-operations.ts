import type { BaseOptions } from '@platformatic/kafka'
import type { ServiceName } from '@watchpost/runtime'
import * as log from './log-actions.ts'

/** What a client of the brokers may try, and the services that may do it. All others have to be refused. */
export interface LogOperation {
  name: string
  allowed: readonly ServiceName[]
  run(client: BaseOptions): Promise<unknown>
}

const readers: readonly ServiceName[] = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'console']
const watchers: readonly ServiceName[] = ['gateway', 'indexer', 'clusters', 'api', 'console']
const retriers: readonly ServiceName[] = ['api', 'console']

/** The groups that the operations need. */
export const groups = [
  'indexer-proof',
  'indexer-moved',
  'watchpost-exporter-proof',
  'watchpost-exporter-moved',
  'dead-letters-retried',
  'other',
]

/** Written by hand, from what each service does. The order lets all of it succeed on brokers without permissions. */
export const logOperations: readonly LogOperation[] = [
  { name: 'write an event', allowed: ['gateway', 'api', 'console'], run: log.write('events') },
  { name: 'write a dead letter', allowed: ['gateway', 'indexer'], run: log.write('dead-letters') },
  { name: 'read events', allowed: ['indexer', 'exporter'], run: log.read('events') },
  { name: 'read dead letters', allowed: retriers, run: log.read('dead-letters') },
  { name: 'see the end of the events', allowed: readers, run: log.ends('events') },
  {
    name: 'see the end of the dead letters',
    allowed: ['gateway', 'indexer', ...retriers],
    run: log.ends('dead-letters'),
  },
  { name: 'join the indexers', allowed: ['indexer'], run: log.join('indexer-proof') },
  { name: 'join the exporters', allowed: ['exporter'], run: log.join('watchpost-exporter-proof') },
  { name: 'join another group', allowed: [], run: log.join('other') },
  { name: 'move the indexers', allowed: ['indexer'], run: log.commit('indexer-moved', 'events') },
  { name: 'move an exporter', allowed: ['exporter'], run: log.commit('watchpost-exporter-moved', 'events') },
  { name: 'move the retries', allowed: retriers, run: log.commit('dead-letters-retried', 'dead-letters') },
  { name: 'move another group', allowed: [], run: log.commit('other', 'events') },
  { name: 'see the commits of the indexers', allowed: watchers, run: log.committed('indexer-moved', 'events') },
  { name: 'see the commits of another group', allowed: [], run: log.committed('other', 'events') },
  { name: 'describe the indexers', allowed: watchers, run: log.describe('indexer-moved') },
  { name: 'describe another group', allowed: [], run: log.describe('other') },
  { name: 'delete the group of the indexers', allowed: [], run: log.deleteGroup('indexer-moved') },
  { name: 'delete the group of an exporter', allowed: [], run: log.deleteGroup('watchpost-exporter-moved') },
  { name: 'delete another group', allowed: [], run: log.deleteGroup('other') },
  { name: 'read the settings of the events', allowed: [], run: log.readTopicSettings('events') },
  { name: 'shorten the retention of the events', allowed: [], run: log.setRetention('events') },
  { name: 'shorten the retention of the dead letters', allowed: [], run: log.setRetention('dead-letters') },
  { name: 'read the settings of a broker', allowed: [], run: log.readBrokerSettings('1') },
  { name: 'change the settings of a broker', allowed: [], run: log.setThreads('1') },
  { name: 'see the disks', allowed: ['gateway', 'console'], run: log.seeDisks('events') },
  { name: 'read quotas', allowed: [], run: log.readQuotas },
  { name: 'set a quota', allowed: [], run: log.setQuota },
  { name: 'delete events', allowed: [], run: log.deleteRecords('events') },
  { name: 'delete dead letters', allowed: [], run: log.deleteRecords('dead-letters') },
  { name: 'add partitions', allowed: [], run: log.addPartitions('dead-letters', 2) },
  { name: 'create a topic', allowed: [], run: log.createTopic('stolen') },
  { name: 'delete the dead letters', allowed: [], run: log.deleteTopic('dead-letters') },
  { name: 'delete all events', allowed: [], run: log.deleteTopic('events') },
]
