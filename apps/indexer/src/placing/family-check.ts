import type { EventDocument } from '@watchpost/model'
import type { Group, SealedIndexes, Placement, Placer } from './place.ts'

export interface FamilyCheckOptions {
  /** Maximum number of records of a partition that a reader may have stored without committing them. */
  uncommittedRecords: number
}

/**
 * A placer that also finds events which another version stored in another family of an open generation. `create`
 * answers 409 only within one index, so such an event would be stored twice. Versions change on restart. Therefore only
 * the first records of a partition are looked up: those that the previous reader may have stored without committing.
 * Looking up every record would double the requests to the engine. Not covered: a probe resends, after the upgrade, an
 * event that was committed before it, while its generation is open.
 */
export function checkFamilies(
  place: Placer,
  present: SealedIndexes['present'],
  { uncommittedRecords }: FamilyCheckOptions,
): Placer {
  const readings = new Map<number, { next: number; checkBefore: number }>()

  /** Whether the previous reader may have stored it. True again after the offset went back or skipped records. */
  function isUncertain({ record: { partition, offset } }: EventDocument): boolean {
    let reading = readings.get(partition)
    if (!reading || offset < reading.next || offset > reading.next + uncommittedRecords) {
      reading = { next: offset, checkBefore: offset + uncommittedRecords }
      readings.set(partition, reading)
    }
    reading.next = offset + 1
    return offset < reading.checkBefore
  }

  /** The uncertain documents that the generation of their group already holds. */
  async function storedOf({ generation, documents }: Group, uncertain: ReadonlySet<EventDocument>) {
    const toCheck = documents.filter((document) => uncertain.has(document))
    const storedIds = toCheck.length === 0 ? 'gone' : await present(generation, toCheck)
    return new Set(storedIds === 'gone' ? [] : toCheck.filter(({ id }) => storedIds.has(id)))
  }

  return async function placeChecked(documents, stop): Promise<Placement> {
    const uncertain = new Set(documents.filter(isUncertain))
    const placement = await place(documents, stop)
    if (uncertain.size === 0) return placement
    const checked: Placement = { ...placement, toWrite: [], repeats: [...placement.repeats] }
    for (const group of placement.toWrite) {
      const stored = await storedOf(group, uncertain)
      if (stored.size === 0) checked.toWrite.push(group)
      else {
        const { generation, documents: all } = group
        checked.repeats.push({ generation, documents: [...stored] })
        checked.toWrite.push({ generation, documents: all.filter((document) => !stored.has(document)) })
      }
    }
    return checked
  }
}
