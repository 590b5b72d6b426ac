import { Admin, type BaseOptions } from '@platformatic/kafka'
import { isListening } from '../ports.ts'

/** How many live brokers one of them knows; or a text with the reason why it could not answer. */
export async function brokersSeenBy(
  port: number,
  security: Pick<BaseOptions, 'tls' | 'sasl'> = {},
): Promise<number | string> {
  if (!(await isListening(port))) return 'does not accept connections'
  const admin = new Admin({
    clientId: 'watchpost-servers',
    bootstrapBrokers: [`127.0.0.1:${port}`],
    ...security,
    connectTimeout: 2_000,
    requestTimeout: 2_000,
    retries: 0,
  })
  try {
    return (await admin.metadata({ topics: [] })).brokers.size
  } catch (error) {
    return `does not answer (${error instanceof Error ? error.message : String(error)})`
  } finally {
    await admin.close()
  }
}
