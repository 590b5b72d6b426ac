import type { BaseOptions } from '@platformatic/kafka'
import type { ServiceName } from '@watchpost/runtime'
import { waitUntil } from '@watchpost/servers'
import { commit } from './log-actions.ts'
import { groups, type LogOperation, logOperations } from './log-operations.ts'

const GROUPS_WITHIN_MS = 120_000

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

/** New brokers prepare their coordinators when the first group needs one. */
export async function untilGroupsWork(client: BaseOptions): Promise<void> {
  const isReady = async () => {
    const outcomes = await Promise.all(groups.map((group) => outcomeOf(commit(group, 'events')(client))))
    return outcomes.every((outcome) => outcome === 'done')
  }
  if (!(await waitUntil(isReady, { withinMs: GROUPS_WITHIN_MS, everyMs: 500 }))) throw new Error('no group coordinator')
}

/** How an attempt ends: `done`, `refused` for lack of a permission, `no login`, or the message of another error. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'done'
  } catch (error) {
    const reasons = reasonsOf(error)
    if (reasons.includes('SASL_AUTHENTICATION_FAILED')) return 'no login'
    return reasons.some((each) => each.endsWith('_AUTHORIZATION_FAILED')) ? 'refused' : reasons.join(', ')
  }
}

/** The client wraps the errors of several brokers. */
function reasonsOf(error: unknown): string[] {
  if (error === null || typeof error !== 'object') return []
  const { apiId, message, cause, errors = [] } = error as Record<string, unknown> & { errors?: unknown[] }
  return [String(apiId ?? message), ...reasonsOf(cause), ...errors.flatMap(reasonsOf)]
}
