import { Admin, type BaseOptions } from '@platformatic/kafka'
import { waitUntil } from '../wait-until.ts'

const GONE_WITHIN_MS = 15_000

/** Deletes every consumer group and topic of a running cluster, except the internal ones of Kafka. */
export async function clearCluster(port: number, security: Pick<BaseOptions, 'tls' | 'sasl'> = {}): Promise<void> {
  const admin = new Admin({
    clientId: 'watchpost-servers',
    bootstrapBrokers: [`127.0.0.1:${port}`],
    ...security,
    connectTimeout: 2_000,
    requestTimeout: 10_000,
    retries: 3,
    retryDelay: 250,
  })
  try {
    const groups = [...(await admin.listGroups()).keys()]
    if (groups.length > 0) await admin.deleteGroups({ groups })
    const topics = await admin.listTopics()
    if (topics.length > 0) await admin.deleteTopics({ topics })
    const isEmpty = async () => (await admin.listTopics()).length === 0
    if (!(await waitUntil(isEmpty, { withinMs: GONE_WITHIN_MS }))) throw new Error('Kafka still has topics')
  } finally {
    await admin.close()
  }
}
