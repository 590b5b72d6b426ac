import { AppError } from '@watchpost/contract'
import { readPolicy, type RiskPolicy } from '@watchpost/risk'

/** The policy that a caller sent, which lies at `place` of the body; refuses with every place that is wrong. */
export function readWanted(wanted: unknown, place: '#' | '#/policy'): RiskPolicy {
  const read = readPolicy(wanted)
  if ('policy' in read) return read.policy
  const errors = read.faults.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail }))
  throw new AppError('invalid-request', undefined, { errors })
}
