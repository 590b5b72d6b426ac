import { randomBytes } from 'node:crypto'
import { ensureTopics, type LogConfig } from '@watchpost/log'
import { inject } from 'vitest'

/** Separate topics and groups on the real Kafka of this run. They are removed with the run's servers. */
export async function testLog(overrides: Partial<LogConfig> = {}): Promise<LogConfig> {
  const config: LogConfig = {
    brokers: inject('logBrokers'),
    prefix: `test-${randomBytes(6).toString('hex')}-`,
    partitions: 4,
    replication: 1,
    retentionHours: 24,
    retentionBytes: 1024 ** 3,
    ...overrides,
  }
  await ensureTopics(config)
  return config
}
