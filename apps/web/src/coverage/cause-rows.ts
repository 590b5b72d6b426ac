import type { Coverage } from '@watchpost/contract'
import { counted, type PlainKey, text } from '../texts/text.ts'
import type { Clock } from '../time/format.ts'
import { momentText, spanText } from './coverage-spans.ts'

type Cause = Coverage['causes'][number]
type CauseName = Cause['cause']

/** A cause with its texts and the page where it can be fixed. */
export interface CauseRow {
  cause: CauseName
  isOpen: boolean
  title: string
  why: string
  /** The page where the cause can be fixed. */
  fix: 'probe' | 'letters' | 'health' | 'none'
  /** The only affected probe. */
  probe: { id: number; fqdn: string } | undefined
  runbook: string | undefined
}

const kinds: Record<CauseName, { why: PlainKey; fix: CauseRow['fix']; runbook?: string }> = {
  silent: { why: 'coverage.why.silent', fix: 'probe', runbook: 'probes-silent' },
  late: { why: 'coverage.why.late', fix: 'health', runbook: 'events-late' },
  missing: { why: 'coverage.why.missing', fix: 'probe', runbook: 'ledger-gaps-open' },
  dead_lettered: { why: 'coverage.why.dead', fix: 'letters', runbook: 'dead-letters' },
  expired: { why: 'coverage.why.expired', fix: 'health', runbook: 'events-lost' },
  dropped: { why: 'coverage.why.dropped', fix: 'probe', runbook: 'capture-loss' },
  unknown: { why: 'coverage.why.unknown', fix: 'none' },
  no_probes: { why: 'coverage.why.noProbes', fix: 'probe' },
}

/** All causes of a statement, in their order. */
export function causeRows(coverage: Coverage, clock: Clock): CauseRow[] {
  return coverage.causes.map((cause) => {
    const { why, fix, runbook } = kinds[cause.cause]
    return {
      cause: cause.cause,
      isOpen: cause.is_open,
      title: titleOf(cause, coverage, clock),
      why: text(cause.cause === 'missing' && !cause.is_open ? 'coverage.why.givenUp' : why),
      fix,
      probe: onlyProbe(cause.cause, coverage),
      runbook,
    }
  })
}

function titleOf(cause: Cause, coverage: Coverage, clock: Clock): string {
  const { probe_count: all, known_from: knownFrom, expected_from: expectedFrom, at } = coverage
  const span = spanText(cause.cause === 'silent' ? cause : { ...cause, is_open: false }, at, clock)
  switch (cause.cause) {
    case 'silent':
      if (expectedFrom !== null) return text('coverage.cause.silentProbe', { span })
      return text('coverage.cause.silent', { count: cause.probes, all: Math.max(all, cause.probes), span })
    case 'late':
      return `${counted('coverage.cause.late', cause.count)}, ${span}`
    case 'missing':
      return [counted('coverage.cause.missing', cause.count), ...givenUpWords(coverage), span].join(', ')
    case 'dead_lettered':
      return `${counted('coverage.cause.dead', cause.count)}, ${span}`
    case 'expired':
      return `${counted('coverage.cause.expired', cause.count)}, ${span}`
    case 'dropped':
      return `${counted('coverage.cause.dropped', cause.count)}, ${span}`
    case 'unknown':
      return text('coverage.cause.unknown', { time: momentText(knownFrom, at, clock) })
    case 'no_probes':
      return text('coverage.cause.noProbes')
  }
}

function givenUpWords({ missing, given_up: givenUp }: Coverage): string[] {
  if (givenUp === 0) return []
  return [givenUp === missing ? text('coverage.cause.givenUp') : text('coverage.cause.someGivenUp', { count: givenUp })]
}

const concerns: Partial<Record<CauseName, (probe: Coverage['probes'][number]) => boolean>> = {
  silent: ({ silences }) => silences.length > 0,
  missing: ({ missing }) => missing > 0,
  dead_lettered: ({ dead_lettered: dead }) => dead > 0,
  dropped: ({ dropped_packets: dropped }) => dropped > 0,
}

/** A removed probe has no page. */
function onlyProbe(cause: CauseName, { probes, is_truncated: isTruncated }: Coverage): CauseRow['probe'] {
  const isConcerned = concerns[cause]
  const concerned = isConcerned ? probes.filter(isConcerned) : []
  const [only] = concerned
  if (!only || concerned.length > 1 || isTruncated || only.is_removed) return undefined
  return { id: only.id, fqdn: only.fqdn }
}
