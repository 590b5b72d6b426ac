import { setTimeout as sleep } from 'node:timers/promises'
import { Admin, ConfigResourceTypes, IncrementalAlterConfigOperationTypes } from '@platformatic/kafka'
import { wrapsError } from './kafka-error.ts'
import { clientOptions, type LogConfig } from './log-config.ts'

/** Larger than the largest batch that the gateway accepts, with room for keys and headers. */
const MAX_MESSAGE_BYTES = 24 * 1024 ** 2
const DAY_MS = 24 * 3_600_000
/** A broker that has just started on a busy machine needs longest to create a topic. */
const CREATE_TIMEOUT_MS = 25_000
const KNOWN_AFTER_ATTEMPTS = 20
const KNOWN_PAUSE_MS = 250

export interface Topics {
  events: string
  deadLetters: string
}

export function topicNames(config: Pick<LogConfig, 'prefix'>): Topics {
  return { events: `${config.prefix}events`, deadLetters: `${config.prefix}dead-letters` }
}

/**
 * The name of a consumer group of one topic of events. A recreated topic has a different id, so that commits of readers
 * of the old one never count in the new one.
 */
export function groupName({ prefix }: Pick<LogConfig, 'prefix'>, group: string, topicId: string): string {
  return `${prefix}${group}-${topicId}`
}

/** The id of the topic of events, as the brokers report it now. */
export async function topicIdOf(admin: Admin, config: Pick<LogConfig, 'prefix'>): Promise<string> {
  const { events } = topicNames(config)
  const { topics } = await admin.metadata({ topics: [events], forceUpdate: true })
  const id = topics.get(events)?.id
  if (!id) throw new Error(`the brokers returned no id for the topic ${events}`)
  return id
}

/** Creates missing topics and updates the settings of the others. Safe to run concurrently. */
export async function ensureTopics(config: LogConfig): Promise<void> {
  await using admin = disposable(
    new Admin({
      ...clientOptions(config, 'watchpost-topics'),
      timeout: CREATE_TIMEOUT_MS,
      retries: 10,
      retryDelay: 500,
    }),
  )
  const existing = new Set(await admin.client.listTopics())
  for (const { name, partitions, settings } of topicPlans(config)) {
    if (!existing.has(name)) await create(admin.client, name, partitions, config.replication, settings)
    else await update(admin.client, name, settings)
  }
  const names = topicPlans(config).map(({ name }) => name)
  await untilKnown(() => admin.client.metadata({ topics: names, forceUpdate: true }))
}

/** The id of the topic of events. */
export async function readTopicId(config: LogConfig, clientId: string): Promise<string> {
  await using admin = disposable(new Admin({ ...clientOptions(config, clientId), retries: 10, retryDelay: 500 }))
  return await untilKnown(() => topicIdOf(admin.client, config))
}

/** A broker may not know a topic that was created a moment ago: retry. */
async function untilKnown<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt >= KNOWN_AFTER_ATTEMPTS) throw error
      await sleep(KNOWN_PAUSE_MS)
    }
  }
}

/** The names of all topics that the brokers know. */
export async function listTopics(config: LogConfig, clientId: string): Promise<string[]> {
  await using admin = disposable(new Admin({ ...clientOptions(config, clientId), retries: 1, retryDelay: 250 }))
  // Await here: the client is closed as soon as this returns.
  return await admin.client.listTopics()
}

type Settings = Record<string, string>

/** The topics with their settings. */
export function topicPlans(config: LogConfig): { name: string; partitions: number; settings: Settings }[] {
  const { events, deadLetters } = topicNames(config)
  return [
    { name: events, partitions: config.partitions, settings: eventSettings(config) },
    { name: deadLetters, partitions: 1, settings: deadLetterSettings(config) },
  ]
}

async function create(
  admin: Admin,
  name: string,
  partitions: number,
  replicas: number,
  configs: Settings,
): Promise<void> {
  const list = Object.entries(configs).map(([key, value]) => ({ name: key, value }))
  try {
    await admin.createTopics({ topics: [name], partitions, replicas, configs: list })
  } catch (error) {
    if (!wrapsError(error, 'apiId', 'TOPIC_ALREADY_EXISTS')) throw error
  }
}

async function update(admin: Admin, name: string, configs: Settings): Promise<void> {
  const { SET, DELETE } = IncrementalAlterConfigOperationTypes
  const list = [
    ...Object.entries(configs).map(([key, value]) => ({ name: key, value, configOperation: SET })),
    ...RETIRED.map((key) => ({ name: key, value: null, configOperation: DELETE })),
  ]
  await admin.incrementalAlterConfigs({
    resources: [{ resourceType: ConfigResourceTypes.TOPIC, resourceName: name, configs: list }],
    validateOnly: false,
  })
}

/**
 * The broker's time decides when a record expires. With the time of a gateway that boots in the year 2000, the log
 * would delete its events at once; one whose clock runs ahead would be rejected. The arrival time is in the header.
 */
const brokerTime: Settings = { 'message.timestamp.type': 'LogAppendTime' }
/** Settings of earlier versions that no longer have an effect. */
const RETIRED = ['message.timestamp.after.max.ms']

function eventSettings(config: LogConfig): Settings {
  // Kafka applies retention.bytes per partition; our setting is for the whole topic.
  const perPartition = Math.floor(config.retentionBytes / config.partitions)
  return {
    ...durability(config),
    ...brokerTime,
    'retention.ms': String(config.retentionHours * 3_600_000),
    'retention.bytes': String(perPartition),
    // Only whole segments expire: with ten per partition the retention is precise enough.
    'segment.bytes': String(Math.max(1024 ** 2, Math.min(1024 ** 3, Math.floor(perPartition / 10)))),
    'max.message.bytes': String(MAX_MESSAGE_BYTES),
  }
}

function deadLetterSettings(config: LogConfig): Settings {
  return {
    ...durability(config),
    ...brokerTime,
    'retention.ms': String(30 * DAY_MS),
    'retention.bytes': String(2 * 1024 ** 3),
    'max.message.bytes': String(MAX_MESSAGE_BYTES),
  }
}

/**
 * With one replica, durability depends on the disk alone. With three, two must have the record before it is
 * acknowledged.
 */
function durability({ replication }: LogConfig): Settings {
  return replication === 1
    ? { 'flush.messages': '1', 'min.insync.replicas': '1' }
    : { 'min.insync.replicas': String(Math.floor(replication / 2) + 1) }
}

function disposable(client: Admin) {
  return { client, [Symbol.asyncDispose]: () => client.close() }
}
