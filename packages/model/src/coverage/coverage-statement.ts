import { clipFacts, type Span } from './clip-facts.ts'
import { type CauseName, causesOf, type CoverageCause } from './coverage-causes.ts'
import { addCounts, type CoverageCounts, type CoverageFacts, noCounts } from './coverage-facts.ts'
import { countByHour, type HourCounts } from './coverage-grid.ts'

/** The silences of one probe, and the fate of its events by hour. */
export interface ProbeCoverage {
  id: number
  fqdn: string
  isRemoved: boolean
  totals: CoverageCounts
  silences: Array<Span & { isOpen: boolean }>
  hours: HourCounts[]
}

/** How complete the events of a span are. */
export interface CoverageStatement {
  /** `unknown`: there is no known deviation, but part of the span is unknown. */
  state: 'complete' | 'incomplete' | 'unknown'
  at: Date
  knownFrom: Date
  probes: number
  affectedProbes: number
  totals: CoverageCounts
  causes: CoverageCause[]
  /** All probes together, oldest first. */
  hours: HourCounts[]
  /** Probes with a cause, latest first; healthy hours only if the facts contain them. */
  affected: ProbeCoverage[]
  isTruncated: boolean
}

export interface StatementLimits {
  /** Limit of listed probes. */
  probes: number
  /** Limit of listed hours, for all probes together. */
  hours: number
}

/** These causes alone do not make a span incomplete. */
const open: ReadonlySet<CauseName> = new Set(['unknown', 'no_probes'])

/**
 * The only place that decides whether a period is complete. It depends only on the facts and the time they were read.
 */
export function coverageStatement(span: Span, facts: CoverageFacts, limits: StatementLimits): CoverageStatement {
  const clipped = clipFacts(span, facts)
  const causes = causesOf(clipped, facts.probes)
  const byProbe = groupByProbe(clipped)
  const listed = [...byProbe]
    .map(([id, part]) => ({ id, part, newest: latest(part) }))
    .sort((one, other) => other.newest - one.newest || one.id - other.id)
  let room = limits.hours
  const affected: ProbeCoverage[] = []
  for (const { id, part } of listed.slice(0, limits.probes)) {
    if (room <= 0) break
    const hours = countByHour(part)
    const known = facts.names.get(id)
    affected.push({
      id,
      fqdn: known?.fqdn ?? '',
      isRemoved: known?.isRemoved ?? true,
      totals: totalsOf(hours),
      silences: part.silences.map(({ from, to, isOpen }) => ({ from, to, isOpen })),
      hours: hours.slice(-room),
    })
    room -= hours.length
  }
  const hours = countByHour(clipped)
  return {
    state: stateOf(causes),
    at: facts.at,
    knownFrom: facts.knownFrom,
    probes: facts.probes,
    affectedProbes: [...byProbe.values()].filter(isAffected).length,
    totals: totalsOf(hours),
    causes,
    hours,
    affected,
    isTruncated: facts.isTruncated || affected.length < listed.length || room < 0,
  }
}

function stateOf(causes: readonly CoverageCause[]): CoverageStatement['state'] {
  if (causes.length === 0) return 'complete'
  return causes.every(({ cause }) => open.has(cause)) ? 'unknown' : 'incomplete'
}

type Part = Parameters<typeof countByHour>[0]
type MutablePart = { [Name in keyof Part]: Part[Name][number][] }

function groupByProbe({ hours, silences, losses }: Part): Map<number, MutablePart> {
  const parts = new Map<number, MutablePart>()
  const partOf = (probeId: number): MutablePart => {
    let part = parts.get(probeId)
    if (!part) parts.set(probeId, (part = { hours: [], silences: [], losses: [] }))
    return part
  }
  for (const each of hours) partOf(each.probeId).hours.push(each)
  for (const each of silences) partOf(each.probeId).silences.push(each)
  for (const each of losses) partOf(each.probeId).losses.push(each)
  return parts
}

/** The facts of a requested probe also contain healthy hours. */
function isAffected({ hours, silences, losses }: Part): boolean {
  if (silences.length > 0 || losses.length > 0) return true
  return hours.some(({ late, missing, deadLettered, expired }) => late + missing + deadLettered + expired > 0)
}

function latest({ hours, silences, losses }: Part): number {
  let newest = 0
  for (const { hour } of hours) newest = Math.max(newest, hour.getTime())
  for (const { hour } of losses) newest = Math.max(newest, hour.getTime())
  for (const { to } of silences) newest = Math.max(newest, to.getTime())
  return newest
}

function totalsOf(hours: readonly HourCounts[]): CoverageCounts {
  const totals = { ...noCounts }
  for (const each of hours) addCounts(totals, each)
  return totals
}
