import type { ClusterDocument, Counted, StoredCluster } from '@watchpost/engine'
import { type Frequency, rankOf } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { join, type Part, type Side, type Tally } from './tally.ts'

/** The IP address and the frame of a tally. */
export interface TallyKey {
  ip: string
  frequency: Frequency
  /** With milliseconds and `Z`. */
  start: string
}

/** The sides by which a cluster can be queried, and the sides of a tally that count there. */
export const sides: Record<string, readonly Side[]> = {
  src: ['src', 'self'],
  dest: ['dest', 'self'],
  both: ['src', 'dest', 'self'],
}
const MOST_SHOWN = 5
const MOST_PROBES = 100

/**
 * Builds the clusters of a tally. A cluster can be queried by side and by probe. Usually an IP address has one side and
 * one probe: then all queries mean the same alerts, and one document serves all of them. Only where they differ there
 * are several documents. Once they differ they stay different, so a document never has to be deleted. They are scored by the
 * newest version of the policy among the alerts, or by `leastVersion` if that is newer.
 */
export function clustersOf(
  key: TallyKey,
  tally: Tally,
  scorerOf: (version: number) => Scorer,
  leastVersion = 1,
): StoredCluster[] {
  const groups = new Map<string, { angles: string[]; parts: Part[] }>()
  for (const { angle, parts } of anglesOf(tally)) {
    const name = parts.map(({ side, probe }) => `${side}/${probe.id}`).join()
    const group = groups.get(name) ?? { angles: [], parts }
    group.angles.push(angle)
    groups.set(name, group)
  }
  return [...groups.values()].map(({ angles, parts }) => ({
    id: `${tallyName(key)}|${angles[0]}`,
    document: documentOf(key, angles, parts, scorerOf, leastVersion),
  }))
}

export function tallyName({ ip, frequency, start }: TallyKey): string {
  return `${frequency}|${start}|${ip}`
}

/** All sides and probes that have alerts. The order of sides is fixed, and `all` comes before each probe. */
function anglesOf(tally: Tally): { angle: string; parts: Part[] }[] {
  const all = [...tally.values()].sort((a, b) => a.probe.id - b.probe.id || a.side.localeCompare(b.side))
  return Object.entries(sides).flatMap(([name, wanted]) => {
    const parts = all.filter(({ side }) => wanted.includes(side))
    if (parts.length === 0) return []
    const probes = [...new Set(parts.map(({ probe }) => probe.id))]
    return [
      { angle: `${name}/all`, parts },
      ...probes.map((id) => ({ angle: `${name}/${id}`, parts: parts.filter(({ probe }) => probe.id === id) })),
    ]
  })
}

function documentOf(
  { ip, frequency, start }: TallyKey,
  angles: string[],
  parts: readonly Part[],
  scorerOf: (version: number) => Scorer,
  leastVersion: number,
): ClusterDocument {
  const { alerts, statuses, riskSum, worst, detectors, names, peers, first, last, probes, ...joined } = join(parts)
  const policyVersion = Math.max(joined.policyVersion, leastVersion)
  const { risk, contributions } = scorerOf(policyVersion).scoreCluster({
    worst,
    alerts,
    peers: peers.size,
    signatures: names.size,
    detectors: Object.values(detectors).filter((count) => count > 0).length,
  })
  return {
    angles,
    frequency,
    ip,
    date: start,
    number_alerts: alerts,
    ...statuses,
    average_risk: Math.round((riskSum / alerts) * 100) / 100,
    worst_risk: worst,
    risk_score: risk,
    by_risk: rankOf(risk, start),
    policy_version: policyVersion,
    contributions,
    ...detectors,
    first,
    last,
    number_signatures: names.size,
    signatures: mostOf(names),
    number_peers: peers.size,
    peers: mostOf(peers),
    number_probes: probes.length,
    probes: probes.slice(0, MOST_PROBES),
  }
}

/** The most frequent ones; ties are broken by name, so that the result is deterministic. */
function mostOf(counts: ReadonlyMap<string, number>): Counted[] {
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MOST_SHOWN)
    .map(([name, number_alerts]) => ({ name, number_alerts }))
}
