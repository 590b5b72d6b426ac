import { AppError, type Ledger, ledgerLimits, type ProbeLedger } from '@watchpost/contract'
import type { LedgerStream, LedgerTotals, ProbeTotals } from '@watchpost/store'
import { type StreamView, streamView, totalsView } from './stream-view.ts'

type Positions = ReadonlyMap<number, number>

export interface LedgerPorts {
  ledger: {
    sums(): Promise<LedgerTotals & { gaps: number }>
    byProbe(wish: { probeIds?: readonly number[]; limit: number }): Promise<ProbeTotals[]>
    streams(probeId: number, limit: number): Promise<LedgerStream[]>
  }
  probes: { list(): Promise<Array<{ id: number; fqdn: string }>> }
  /** The positions of the exports in the log; `ends` gives its end. */
  exports: { listPositions(): Promise<Array<{ exportId: number; positions: Positions }>> }
  ends(): Promise<Positions>
  partitionOf(probeId: number): number
}

const nothing: LedgerTotals = {
  received: 0,
  indexed: 0,
  deadLettered: 0,
  expired: 0,
  waiting: 0,
  missing: 0,
  abandoned: 0,
}

export type LedgerService = ReturnType<typeof createLedgerService>

/** Accounts for every event of each probe. */
export function createLedgerService({ ledger, probes, exports, ends, partitionOf }: LedgerPorts) {
  /** How far exports are behind; null while the log is unavailable, which must not fail the whole ledger. */
  async function behind(probeId: number): Promise<ProbeLedger['exports']> {
    const partition = partitionOf(probeId)
    const [cursors, known] = await Promise.all([exports.listPositions(), ends().catch(() => undefined)])
    const end = known?.get(partition)
    return cursors.map(({ exportId, positions }) => {
      const at = positions.get(partition)
      return { id: exportId, behind: at === undefined || end === undefined ? null : Math.max(0, end - at) }
    })
  }

  return {
    async all(): Promise<Ledger> {
      const [{ gaps, ...totals }, rows] = await Promise.all([
        ledger.sums(),
        ledger.byProbe({ limit: ledgerLimits.probes + 1 }),
      ])
      return {
        at: new Date().toISOString(),
        totals: totalsView(totals),
        gaps,
        probes: rows
          .slice(0, ledgerLimits.probes)
          .map(({ probeId, fqdn, ...own }) => ({ id: probeId, fqdn, ...totalsView(own) })),
        is_truncated: rows.length > ledgerLimits.probes,
      }
    },

    async ofProbe(id: number): Promise<ProbeLedger> {
      const probe = (await probes.list()).find((each) => each.id === id)
      if (!probe) throw new AppError('not-found', `There is no probe ${id}.`)
      const [[totals], streams, behindOf] = await Promise.all([
        ledger.byProbe({ probeIds: [id], limit: 1 }),
        ledger.streams(id, ledgerLimits.streams + 1),
        behind(id),
      ])
      const shown: StreamView[] = streams.slice(0, ledgerLimits.streams).map(streamView)
      return {
        probe: { id, fqdn: probe.fqdn },
        totals: totalsView(totals ?? nothing),
        streams: shown,
        exports: behindOf,
        is_truncated: streams.length > ledgerLimits.streams,
      }
    },
  }
}
