import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { frameStart, frequencies } from '@watchpost/model'
import { sides, type TallyKey, tallyName } from './cluster-documents.ts'
import { addressesOf, partName, type Tally } from './tally.ts'

/** A part of a tally: what it is called there, and what the batch means to it. */
interface PartOfTally {
  name: string
  side: string
  probe: string
  /** Alerts of the batch count in it. */
  isTouched: boolean
  /** It consists of the batch alone. */
  isNew: boolean
}

/**
 * Which clusters a batch of alerts has changed. An address that several probes see has a cluster for each of them, and an
 * alert of one probe leaves those of the others as they are. Every alert before the batch is taken to be in the stored
 * clusters already.
 */
export function createChanges(batch: readonly CountedAlert[]) {
  const countsByTally = countParts(batch)

  return {
    /** Those clusters of a tally, in which the batch is counted, that the batch has changed. */
    of({ key, tally }: { key: TallyKey; tally: Tally }, clusters: StoredCluster[]): StoredCluster[] {
      const counts = countsByTally.get(tallyName(key))
      if (!counts) return clusters
      const parts = [...tally].map(([name, { alerts }]): PartOfTally => {
        const [side = '', probe = ''] = name.split('/')
        return { name, side, probe, isTouched: counts.has(name), isNew: counts.get(name) === alerts }
      })
      // What the angles of a new part showed before: a cluster of just that had these angles too, and loses them.
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
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

/** How many alerts count in each part of each tally. */
function countParts(alerts: readonly CountedAlert[]): Map<string, Map<string, number>> {
  const byTally = new Map<string, Map<string, number>>()
  for (const alert of alerts) {
    for (const ip of addressesOf(alert)) {
      const part = partName(ip, alert)
      for (const frequency of frequencies) {
        const name = tallyName({ ip, frequency, start: frameStart(alert['@timestamp'], frequency) })
        const counts = byTally.get(name) ?? new Map<string, number>()
        byTally.set(name, counts)
        counts.set(part, (counts.get(part) ?? 0) + 1)
      }
    }
  }
  return byTally
}

/** The parts that count in the clusters of an angle, as `self/7` in `src/all` and `dest/7`. */
function seenFrom(angle: string, parts: readonly PartOfTally[]): PartOfTally[] {
  const [name = '', probe] = angle.split('/')
  const wanted = new Set<string>(sides[name])
  return parts.filter((part) => wanted.has(part.side) && (probe === 'all' || probe === part.probe))
}

/** The angles that a part is seen from. */
function anglesOf({ side, probe }: PartOfTally): string[] {
  return Object.entries(sides)
    .filter(([, wanted]) => wanted.some((each) => each === side))
    .flatMap(([name]) => [`${name}/all`, `${name}/${probe}`])
}

function nameOf(parts: readonly PartOfTally[]): string {
  return parts.map(({ name }) => name).join()
}
