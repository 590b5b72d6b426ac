import { clipFacts, type Span } from './clip-facts.ts'
import { type CauseName, causesOf, type CoverageCause } from './coverage-causes.ts'
import { addCounts, type CoverageCounts, type CoverageFacts, noCounts } from './coverage-facts.ts'
import { countByHour, type HourCounts } from './coverage-grid.ts'

/** Of one probe: when nothing was heard of it, and what happened to its events by hour. */
export interface ProbeCoverage {
  id: number
  fqdn: string
  isRemoved: boolean
  totals: CoverageCounts
  silences: Array<Span & { isOpen: boolean }>
  hours: HourCounts[]
}

/** What can be said of how complete the events of a span are. */
export interface CoverageStatement {
  /** `unknown`: nothing is known to be wrong, but not all of the span is known. */
  state: 'complete' | 'incomplete' | 'unknown'
  at: Date
  knownFrom: Date
  probes: number
  affectedProbes: number
  totals: CoverageCounts
  causes: CoverageCause[]
  /** Of all probes together, oldest first. */
  hours: HourCounts[]
  /** Those with a cause, the latest first; hours in which all is well only where the facts have them. */
  affected: ProbeCoverage[]
  isTruncated: boolean
}

export interface StatementLimits {
  /** Probes that are listed. */
  probes: number
  /** Hours that are listed for all of them together. */
  hours: number
}

/** These alone do not say that something is wrong. */
const open: ReadonlySet<CauseName> = new Set(['unknown', 'no_probes'])

/** The one place that decides whether a time is complete. It knows nothing but the facts and the time they were read. */
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

/** An hour in which all is well is listed of a probe that was asked for. */
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
