import { createScorer, type Scorer } from './alert-score.ts'
import { firstPolicy } from './first-policy.ts'
import type { VersionedPolicy } from './risk-policy.ts'

export interface PolicyBook {
  /** This version or, if it is missing, the last one before it. */
  find(version: number): Promise<VersionedPolicy>
}

/**
 * The scorer of each policy version that events refer to. Versions never change, so each is read once. The first is
 * built in, so that indexing continues while the store is unavailable.
 */
export function createScorers(book: PolicyBook, onMissing: (version: number, used: number) => void = () => undefined) {
  const known = new Map<number, Scorer>([[firstPolicy.version, createScorer(firstPolicy)]])

  async function load(version: number): Promise<Scorer> {
    const scorer = createScorer(await book.find(version))
    if (scorer.version !== version) onMissing(version, scorer.version)
    known.set(version, scorer)
    return scorer
  }

  return {
    /** The scorers of all these versions. */
    async of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> {
      const wanted = new Map<number, Scorer>()
      for (const version of new Set(versions)) wanted.set(version, known.get(version) ?? (await load(version)))
      return wanted
    },
  }
}
export type Scorers = ReturnType<typeof createScorers>
