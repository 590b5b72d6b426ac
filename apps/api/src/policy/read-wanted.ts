import { AppError } from '@watchpost/contract'
import { readPolicy, type RiskPolicy } from '@watchpost/risk'

/** Parses the caller's policy, at `place` in the body. Rejects with every fault. */
export function readWanted(wanted: unknown, place: '#' | '#/policy'): RiskPolicy {
  const read = readPolicy(wanted)
  if ('policy' in read) return read.policy
  const errors = read.faults.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail }))
  throw new AppError('invalid-request', undefined, { errors })
}
