import type { CoverageFacts } from '@watchpost/model'
import { createCoverageService } from '../src/coverage/coverage-service.ts'

export interface CoverageFakes {
  facts?: Partial<CoverageFacts>
  now?: Date
  /** Told what is asked for. */
  onRead?(wish: { from: Date; to: Date; probeId?: number | undefined }): void
}

/** The coverage of two probes, 7 and 8, of which nothing is wrong unless it is said. */
export function aCoverage({ facts = {}, now = new Date(), onRead }: CoverageFakes = {}) {
  return createCoverageService({
    async read(wish) {
      onRead?.(wish)
      return {
        at: now,
        knownFrom: new Date(0),
        probes: 2,
        names: new Map([7, 8].map((id) => [id, { fqdn: `probe-0${id}.example.test`, isRemoved: false }])),
        hours: [],
        silences: [],
        losses: [],
        isTruncated: false,
        ...facts,
      }
    },
    now: () => now,
  })
}
