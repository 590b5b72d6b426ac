import type { LedgerStream, LedgerTotals } from '@watchpost/store'
import type { AskedSpan } from '../../src/coverage/range-completeness.ts'
import type { Completeness } from '../../src/coverage/ledger-headers.ts'
import { createLedgerService } from '../../src/ledger/ledger-service.ts'

export interface LedgerFakes {
  streams?: LedgerStream[]
  /** End offsets of the log by partition; absent while it is unavailable. */
  ends?: ReadonlyMap<number, number>
  newest?: Completeness | undefined
  /** Called with the requested range. */
  onSpan?(span: AskedSpan): void
}

const states = ['received', 'indexed', 'deadLettered', 'expired', 'waiting', 'missing', 'abandoned'] as const

/**
 * An in-memory ledger of probe 7; probe 8 has sent nothing. Export 1 is at offset 40 in partition 3, and nowhere else.
 */
export function aLedger({ streams = [], ends, newest, onSpan }: LedgerFakes = {}) {
  const completeness = (span: AskedSpan) => {
    onSpan?.(span)
    return newest
  }
  const totals = Object.fromEntries(
    states.map((state) => [state, streams.reduce((sum, each) => sum + each[state], 0)]),
  ) as Record<(typeof states)[number], number> satisfies LedgerTotals
  const own = { ...totals, probeId: 7, fqdn: 'probe-07.example.test' }
  const service = createLedgerService({
    ledger: {
      sums: async () => ({ ...totals, gaps: streams.flatMap((each) => each.missingRanges).length }),
      byProbe: async ({ probeIds, limit }) =>
        streams.length > 0 && (probeIds?.includes(7) ?? true)
          ? Array.from({ length: Math.min(1, limit) }, () => own)
          : [],
      streams: async (probeId, limit) => (probeId === 7 ? streams.slice(0, limit) : []),
    },
    probes: { list: async () => [7, 8].map((id) => ({ id, fqdn: `probe-0${id}.example.test` })) },
    exports: { listPositions: async () => [{ exportId: 1, positions: new Map([[3, 40]]) }] },
    ends: async () => {
      if (!ends) throw new Error('the log is away')
      return ends
    },
    partitionOf: (probeId) => probeId % 4,
  })
  return { service, completeness }
}
