/** Versions stay below 2^53 until the year 2106, when a term no longer fits into 32 bits. */
const WRITES_PER_TERM = 2 ** 21

/**
 * The versions of the clusters that a leader writes: each write has a higher one, and those of a leader are higher than
 * all of the leaders before. The engine therefore rejects what a former leader sends late.
 */
export function createVersions(term: number, writesPerTerm = WRITES_PER_TERM) {
  let writes = 0
  return function next(): number {
    if (writes === writesPerTerm) throw new Error('this term has no further versions of clusters; a new term begins')
    return term * writesPerTerm + writes++
  }
}
