import type { EventDocument } from '@watchpost/model'
import type { SealedShelf, Placement, Placer } from './place.ts'

export interface FamilyCheckOptions {
  /** The most records of a partition that a reader may have stored without committing them. */
  uncommittedRecords: number
}

/**
 * A placer that also knows events which another version stored in another family of an open generation. `create`
 * answers 409 only within one index, so that such an event would be stored twice. Versions change at restarts: only
 * the first records that are read of a partition are looked up, which is what the reader before may have stored
 * without committing. Looking up every record would double the requests to the engine. A resend that a probe makes
 * after the upgrade, of an event that was committed before it, is not covered while its generation is open.
 */
export function checkFamilies(
  place: Placer,
  present: SealedShelf['present'],
  { uncommittedRecords }: FamilyCheckOptions,
): Placer {
  const readings = new Map<number, { next: number; checkBefore: number }>()

  /** Whether the reader before may have stored it: true again after the position went back, or past other records. */
  function isUncertain({ family, record: { partition, offset } }: EventDocument): boolean {
    if (family === 'alerts') return false
    const reading = readings.get(partition)
    const goesOn = reading && offset >= reading.next && offset <= reading.next + uncommittedRecords
    const checkBefore = goesOn ? reading.checkBefore : offset + uncommittedRecords
    readings.set(partition, { next: offset + 1, checkBefore })
    return offset < checkBefore
  }

  return async function placeChecked(documents, stop): Promise<Placement> {
    const uncertain = new Set(documents.filter(isUncertain))
    const placement = await place(documents, stop)
    const toCheck = placement.toWrite.filter(({ document }) => uncertain.has(document))
    const storedIds = new Set<string>()
    for (const [generation, group] of Map.groupBy(toCheck, (each) => each.generation)) {
      const ids = await present(
        generation,
        group.map(({ document }) => document),
      )
      if (ids !== 'gone') for (const id of ids) storedIds.add(id)
    }
    const isStored = ({ document }: Placement['toWrite'][number]) =>
      uncertain.has(document) && storedIds.has(document.id)
    return {
      ...placement,
      toWrite: placement.toWrite.filter((each) => !isStored(each)),
      repeats: [...placement.repeats, ...placement.toWrite.filter(isStored).map(({ document }) => document)],
    }
  }
}
