import type { CoverageFacts } from '@watchpost/model'
import type { OpenTotals } from '../../src/coverage/coverage-view.ts'
import { createCoverageService } from '../../src/coverage/coverage-service.ts'

export interface CoverageFakes {
  facts?: Partial<CoverageFacts>
  open?: Partial<OpenTotals>
  now?: Date
  /** Called with each requested range. */
  onRead?(wish: { from: Date; to: Date; probeId?: number | undefined }): void
}

/** The coverage of two probes, 7 and 8, without faults unless given. */
export function aCoverage({ facts = {}, open, now = new Date(), onRead }: CoverageFakes = {}) {
  return createCoverageService({
    async read(wish) {
      onRead?.(wish)
      return {
        at: now,
        knownFrom: new Date(0),
        probes: 2,
        names: new Map(
          [7, 8].map((id) => [id, { fqdn: `probe-0${id}.example.test`, isRemoved: false, from: new Date(0) }]),
        ),
        hours: [],
        silences: [],
        losses: [],
        isTruncated: false,
        ...facts,
      }
    },
    open: async () => ({ silentProbes: 0, late: 0, missing: 0, givenUp: 0, deadLettered: 0, ...open }),
    now: () => now,
  })
}
