import { AppError, type Coverage, coverageLimits } from '@watchpost/contract'
import { type CoverageFacts, coverageStatement } from '@watchpost/model'
import { readInstant } from '../http/request/instant.ts'
import { coverageView, type OpenTotals } from './coverage-view.ts'

export interface CoveragePorts {
  read(wish: { from: Date; to: Date; probeId?: number | undefined }): Promise<CoverageFacts>
  open(): Promise<OpenTotals>
  now?: () => Date
}

/** The requested range, unparsed. */
export interface CoverageWish {
  from?: string | undefined
  to?: string | undefined
  probe_id?: number | undefined
}

const USUAL_MS = 24 * 3_600_000

export type CoverageService = ReturnType<typeof createCoverageService>

/** Reports how complete the data of a time range is. */
export function createCoverageService({ read, open, now = () => new Date() }: CoveragePorts) {
  return {
    async read({ from, to, probe_id: probeId }: CoverageWish): Promise<Coverage> {
      const end = to === undefined ? now() : instantIn('to', to, 'last')
      const begin = from === undefined ? new Date(end.getTime() - USUAL_MS) : instantIn('from', from, 'first')
      if (begin >= end) throw wrong('from', 'Give a `from` that is before `to`.')
      const range = { from: begin, to: end }
      const [facts, outstanding] = await Promise.all([read({ ...range, probeId }), open()])
      if (probeId !== undefined && !facts.names.has(probeId)) {
        throw new AppError('not-found', `There is no probe ${probeId}.`)
      }
      const expectedFrom = probeId === undefined ? undefined : facts.names.get(probeId)?.from
      return coverageView({ ...range, expectedFrom }, coverageStatement(range, facts, coverageLimits), outstanding)
    },
  }
}

function instantIn(parameter: 'from' | 'to', text: string, edge: 'first' | 'last'): Date {
  const instant = readInstant(text, edge)
  if (instant === undefined) throw wrong(parameter, 'Not an ISO 8601 time, for example 2026-11-14T09:00:00Z.')
  return new Date(instant)
}

function wrong(parameter: string, detail: string): AppError {
  return new AppError('invalid-request', detail, { errors: [{ parameter, detail }] })
}
