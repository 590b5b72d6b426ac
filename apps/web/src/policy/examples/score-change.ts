import type { RiskPolicyTrial, TrialExample } from '@watchpost/contract'

type Scored = Pick<TrialExample, 'in_force' | 'wanted'>

/** A contribution whose points would change. */
export interface PointChange {
  name: string
  before: number
  after: number
}

/** Contributions whose points would change, in the order of the score. */
export function changesOf({ in_force, wanted }: Scored): PointChange[] {
  const [before, after] = [pointsOf(in_force), pointsOf(wanted)]
  const names = [...new Set([...after.keys(), ...before.keys()])]
  return names.flatMap((name) => {
    const change = { name, before: before.get(name) ?? 0, after: after.get(name) ?? 0 }
    return change.before === change.after ? [] : [change]
  })
}

/** The number of examples whose score would change. */
export function movedOf(trial: RiskPolicyTrial | undefined): number {
  return trial?.examples.filter(({ in_force, wanted }) => in_force.risk !== wanted.risk).length ?? 0
}

function pointsOf({ contributions }: Scored['wanted']): Map<string, number> {
  return new Map(contributions.map(({ name, points }) => [name, points]))
}
