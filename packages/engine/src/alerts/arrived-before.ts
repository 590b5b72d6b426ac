import type { ArrivalPosition } from '@watchpost/model'

/** The clause that matches the alerts before a position in the order of arrival. */
export function arrivedBefore({ epoch, offsets }: ArrivalPosition): Record<string, unknown> {
  const ofEpoch = [...offsets].map(belowClause)
  const sameEpoch = {
    bool: { filter: [{ term: { 'ingest.epoch': epoch } }, { bool: { should: ofEpoch, minimum_should_match: 1 } }] },
  }
  const earlier = { range: { 'ingest.epoch': { lt: epoch } } }
  return { bool: { should: [earlier, ...(ofEpoch.length > 0 ? [sameEpoch] : [])], minimum_should_match: 1 } }
}

function belowClause([partition, offset]: [number, number]): object {
  return {
    bool: { filter: [{ term: { 'ingest.partition': partition } }, { range: { 'ingest.offset': { lt: offset } } }] },
  }
}
