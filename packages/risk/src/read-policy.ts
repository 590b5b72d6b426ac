import { Value } from 'typebox/value'
import { readNetwork } from './own-networks.ts'
import { RiskPolicy } from './risk-policy.ts'

/** One fault of a policy. */
export interface PolicyFault {
  /** JSON pointer, for example `/own_networks/0`. */
  pointer: string
  detail: string
}

/** Parses an untrusted policy: returns the policy, or all of its faults. */
export function readPolicy(value: unknown): { policy: RiskPolicy } | { faults: PolicyFault[] } {
  if (!Value.Check(RiskPolicy, value)) {
    const faults = Value.Errors(RiskPolicy, value).map(({ keyword, instancePath, message }) => ({
      pointer: instancePath,
      detail: keyword === 'propertyNames' ? 'A name has 1 to 128 characters, and no control characters.' : message,
    }))
    return { faults }
  }
  const faults = [...networkFaults(value), ...stepFaults(value)]
  return faults.length > 0 ? { faults } : { policy: value }
}

function networkFaults({ own_networks }: RiskPolicy): PolicyFault[] {
  return own_networks.flatMap((network, at) =>
    readNetwork(network) ? [] : [{ pointer: `/own_networks/${at}`, detail: 'Write a network as 10.0.0.0/8.' }],
  )
}

/** The first step that is reached counts, so a step after a lower one would never apply. */
function stepFaults({ verdict, cluster }: RiskPolicy): PolicyFault[] {
  const { worst_percent: _, ...lists } = cluster
  const all = Object.entries(lists).map(([name, steps]) => [`/cluster/${name}`, steps] as const)
  return [['/verdict', verdict] as const, ...all].flatMap(([place, steps]) =>
    steps.flatMap(({ at_least }, at) => {
      const before = steps[at - 1]
      if (!before || before.at_least > at_least) return []
      return [{ pointer: `${place}/${at}/at_least`, detail: 'Steps go from the greatest to the least.' }]
    }),
  )
}
