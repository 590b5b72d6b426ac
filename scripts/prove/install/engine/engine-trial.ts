import type { ServiceName } from '@watchpost/runtime'
import type { EngineCaller } from './engine-caller.ts'
import { type EngineOperation, engineOperations } from './engine-operations.ts'

/** The operations that a service may not do. */
export function forbiddenInEngine(service: ServiceName): EngineOperation[] {
  return engineOperations.filter(({ allowed }) => !allowed.includes(service))
}

/** Tries each operation. Says `done`, `refused`, or another status with the beginning of the answer. */
export async function tryInEngine(
  call: EngineCaller,
  operations: readonly EngineOperation[],
): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>()
  for (const { name, method, path, body } of operations) {
    const { status, text } = await call(method, path, body)
    const outcome = status < 300 ? 'done' : status === 403 ? 'refused' : `${status} ${text.slice(0, 200)}`
    outcomes.set(name, outcome)
  }
  return outcomes
}
