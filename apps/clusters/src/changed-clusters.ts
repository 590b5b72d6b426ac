import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { sides } from './cluster-documents.ts'
import type { ChangedTally } from './tallies.ts'
import { partName } from './tally.ts'

/** A part of a tally, and how the batch affects it. */
interface PartOfTally {
  name: string
  side: string
  probe: string
  /** The batch has alerts in this part. */
  isTouched: boolean
  /** All alerts of this part are in the batch. */
  isNew: boolean
}

/**
 * Finds the clusters of a tally that a batch of alerts has changed; the batch is already counted in the tally. An IP
 * address that several probes see has a cluster for each of them, and an alert of one probe does not change the
 * clusters of the others. All alerts before the batch are assumed to be in the stored clusters.
 */
export function onlyChanged({ key, tally, added }: ChangedTally, clusters: StoredCluster[]): StoredCluster[] {
  const counts = countParts(key.ip, added)
  const parts = [...tally].map(([name, { alerts }]): PartOfTally => {
    const [side = '', probe = ''] = name.split('/')
    return { name, side, probe, isTouched: counts.has(name), isNew: counts.get(name) === alerts }
  })
  // Parts that the angles of a new part showed before. A cluster of exactly those parts had these angles too, and
  // loses them.
  const parted = new Set(
    parts
      .filter(({ isNew }) => isNew)
      .flatMap(anglesOf)
      .map((angle) => nameOf(seenFrom(angle, parts).filter(({ isNew }) => !isNew))),
  )
  return clusters.filter(({ document }) => {
    const own = seenFrom(document.angles[0] ?? '', parts)
    return own.some(({ isTouched }) => isTouched) || parted.has(nameOf(own))
  })
}

/** Counts the alerts of each part of a tally. */
function countParts(ip: string, alerts: readonly CountedAlert[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const alert of alerts) {
    const part = partName(ip, alert)
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return counts
}

/** The parts that count in the clusters of an angle, for example `self/7` in `src/all` and `dest/7`. */
function seenFrom(angle: string, parts: readonly PartOfTally[]): PartOfTally[] {
  const [name = '', probe] = angle.split('/')
  const wanted = new Set<string>(sides[name])
  return parts.filter((part) => wanted.has(part.side) && (probe === 'all' || probe === part.probe))
}

/** The angles that include a part. */
function anglesOf({ side, probe }: PartOfTally): string[] {
  return Object.entries(sides)
    .filter(([, wanted]) => wanted.some((each) => each === side))
    .flatMap(([name]) => [`${name}/all`, `${name}/${probe}`])
}

function nameOf(parts: readonly PartOfTally[]): string {
  return parts.map(({ name }) => name).join()
}
