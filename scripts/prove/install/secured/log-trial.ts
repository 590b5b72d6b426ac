import type { BaseOptions } from '@platformatic/kafka'
import type { ServiceName } from '@watchpost/runtime'
import { type LogOperation, logOperations } from './log-operations.ts'

/** The operations that a service may not do. */
export function forbiddenInLog(service: ServiceName): LogOperation[] {
  return logOperations.filter(({ allowed }) => !allowed.includes(service))
}

/** How a client reaches the brokers of this port. It does not try again. */
export function clientOf(port: number, security: Pick<BaseOptions, 'tls' | 'sasl'> = {}): BaseOptions {
  const patience = { connectTimeout: 5_000, requestTimeout: 10_000, timeout: 10_000, retries: 0 }
  return { clientId: 'watchpost-proof', bootstrapBrokers: [`127.0.0.1:${port}`], ...patience, ...security }
}

/** Tries each operation. */
export async function tryInLog(client: BaseOptions, operations: readonly LogOperation[]): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>()
  for (const { name, run } of operations) outcomes.set(name, await outcomeOf(run(client)))
  return outcomes
}

/** How an attempt ends: `done`, `refused` for lack of a permission, or the message of another error. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'done'
  } catch (error) {
    const reasons = reasonsOf(error)
    return reasons.some((each) => each.endsWith('_AUTHORIZATION_FAILED')) ? 'refused' : reasons.join(', ')
  }
}

/** The client wraps the errors of several brokers. */
function reasonsOf(error: unknown): string[] {
  if (error === null || typeof error !== 'object') return []
  const { apiId, message, cause, errors = [] } = error as Record<string, unknown> & { errors?: unknown[] }
  return [String(apiId ?? message), ...reasonsOf(cause), ...errors.flatMap(reasonsOf)]
}
