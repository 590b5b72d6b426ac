import { deadLetterLimits, type DeadLetterSummary } from '@watchpost/contract'
import type { ParkedLetter } from '@watchpost/log'

type Counts = Pick<DeadLetterSummary, 'counted' | 'came_back' | 'by_reason' | 'by_probe'>

/** Counts letters by reason and by probe. */
export function createLetterCount() {
  const reasons = new Map<ParkedLetter['reason'], number>()
  const probes = new Map<number, { probe_fqdn: string; count: number }>()
  let counted = 0
  let cameBack = 0
  return {
    add({ reason, record: { identity, fqdn, retries = 0 } }: ParkedLetter): void {
      counted += 1
      if (retries > 0) cameBack += 1
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      const { probe_fqdn = fqdn, count = 0 } = probes.get(identity.probeId) ?? {}
      probes.set(identity.probeId, { probe_fqdn, count: count + 1 })
    },

    read: (): Counts => ({
      counted,
      came_back: cameBack,
      by_reason: [...reasons].map(([reason, count]) => ({ reason, count })).toSorted(mostFirst),
      by_probe: [...probes]
        .map(([probe_id, { probe_fqdn, count }]) => ({ probe_id, probe_fqdn, count }))
        .toSorted(mostFirst)
        .slice(0, deadLetterLimits.probes),
    }),
  }
}

function mostFirst(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
