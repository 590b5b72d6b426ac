import {
  Admin,
  type BaseOptions,
  ConfigResourceTypes,
  Consumer,
  IncrementalAlterConfigOperationTypes,
  ListOffsetTimestamps,
  Producer,
} from '@platformatic/kafka'

/** Does one thing as the given client of the brokers; rejects if they refuse it. */
export type LogAction = (client: BaseOptions) => Promise<unknown>

function withAdmin(work: (admin: Admin) => Promise<unknown>): LogAction {
  return async (client) => {
    const admin = new Admin(client)
    try {
      return await work(admin)
    } finally {
      await admin.close()
    }
  }
}

export function write(topic: string): LogAction {
  return async (client) => {
    const producer = new Producer(client)
    try {
      await producer.send({ acks: -1, messages: [{ topic, partition: 0, value: Buffer.from('forged') }] })
    } finally {
      await producer.close(true)
    }
  }
}

export function read(topic: string): LogAction {
  return async (client) => {
    const consumer = new Consumer({ ...client, groupId: 'never-joined' })
    consumer.topics.track(topic)
    try {
      const found = (await consumer.metadata({ topics: [topic] })).topics.get(topic)
      const node = found?.partitions[0]?.leader
      if (!found || node === undefined) throw new Error(`${topic} has no leader`)
      const wanted = { partition: 0, fetchOffset: 0n, partitionMaxBytes: 1_024 }
      await consumer.fetch({
        node,
        topics: [{ topicId: found.id, partitions: [{ ...wanted, currentLeaderEpoch: -1, lastFetchedEpoch: -1 }] }],
        maxBytes: 1_024,
        minBytes: 0,
        maxWaitTime: 100,
      })
    } finally {
      await consumer.close(true)
    }
  }
}

export function ends(name: string): LogAction {
  const partitions = [{ partitionIndex: 0, timestamp: ListOffsetTimestamps.LATEST }]
  return withAdmin((admin) => admin.listOffsets({ topics: [{ name, partitions }] }))
}

export function join(groupId: string): LogAction {
  return async (client) => {
    const consumer = new Consumer({ ...client, groupId })
    consumer.topics.track('events')
    try {
      await consumer.joinGroup()
    } finally {
      await consumer.close(true)
    }
  }
}

export function commit(groupId: string, name: string): LogAction {
  const topics = [{ name, partitionOffsets: [{ partition: 0, offset: 0n }] }]
  return withAdmin((admin) => admin.alterConsumerGroupOffsets({ groupId, topics }))
}

export function committed(groupId: string, name: string): LogAction {
  const groups = [{ groupId, topics: [{ name, partitionIndexes: [0] }] }]
  return withAdmin((admin) => admin.listConsumerGroupOffsets({ groups }))
}

export function describe(group: string): LogAction {
  return withAdmin((admin) => admin.describeGroups({ groups: [group] }))
}

export function deleteGroup(group: string): LogAction {
  return withAdmin((admin) => admin.deleteGroups({ groups: [group] }))
}

export function readTopicSettings(topic: string): LogAction {
  return settingsOf(ConfigResourceTypes.TOPIC, topic)
}

export function readBrokerSettings(broker: string): LogAction {
  return settingsOf(ConfigResourceTypes.BROKER, broker)
}

function settingsOf(resourceType: 2 | 4, resourceName: string): LogAction {
  return withAdmin((admin) => admin.describeConfigs({ resources: [{ resourceType, resourceName }] }))
}

function setting(resourceType: 2 | 4, resourceName: string, name: string, value: string): LogAction {
  const configs = [{ name, value, configOperation: IncrementalAlterConfigOperationTypes.SET }]
  const resources = [{ resourceType, resourceName, configs }]
  return withAdmin((admin) => admin.incrementalAlterConfigs({ resources, validateOnly: false }))
}

export function setRetention(topic: string): LogAction {
  return setting(ConfigResourceTypes.TOPIC, topic, 'retention.ms', '3600000')
}

export function setThreads(broker: string): LogAction {
  return setting(ConfigResourceTypes.BROKER, broker, 'log.cleaner.threads', '1')
}

export function seeDisks(name: string): LogAction {
  return withAdmin((admin) => admin.describeLogDirs({ topics: [{ name, partitions: [0] }] }))
}

export const readQuotas: LogAction = withAdmin((admin) =>
  admin.describeClientQuotas({ components: [{ entityType: 'user', matchType: 2 }], strict: false }),
)

export const setQuota: LogAction = withAdmin((admin) =>
  admin.alterClientQuotas({
    entries: [
      {
        entities: [{ entityType: 'user', entityName: 'guest' }],
        ops: [{ key: 'producer_byte_rate', value: 1_000_000, remove: false }],
      },
    ],
    validateOnly: false,
  }),
)

export function deleteRecords(name: string): LogAction {
  return withAdmin((admin) => admin.deleteRecords({ topics: [{ name, partitions: [{ partition: 0, offset: 0n }] }] }))
}

export function createTopic(topic: string): LogAction {
  return withAdmin((admin) => admin.createTopics({ topics: [topic] }))
}

export function addPartitions(name: string, count: number): LogAction {
  return withAdmin((admin) =>
    admin.createPartitions({ topics: [{ name, count, assignments: [{ brokerIds: [1] }] }], validateOnly: false }),
  )
}

export function deleteTopic(topic: string): LogAction {
  return withAdmin((admin) => admin.deleteTopics({ topics: [topic] }))
}
