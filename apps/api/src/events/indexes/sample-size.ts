/** Approximate number of sampled documents over all indexes. */
const mostSampled = 1_024
/** At most one document in this many: small indexes are not read as a whole. */
const oneOf = 20

/**
 * How many documents to sample from an index, in proportion to its size. A fraction is rounded up or down by a hash of
 * the index: of thousands of small indexes, some contribute one document and the others none.
 */
export function sampleSize({ uuid, documents }: { uuid: string; documents: number }, total: number): number {
  const share = documents * Math.min(1 / oneOf, mostSampled / Math.max(1, total))
  const whole = Math.floor(share)
  return whole + (fractionOf(uuid) < share - whole ? 1 : 0)
}

/** A number between 0 and 1, always the same for a text. */
function fractionOf(text: string): number {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return ((Math.imul(hash, 2_654_435_761) >>> 0) % 1_000_003) / 1_000_003
}
