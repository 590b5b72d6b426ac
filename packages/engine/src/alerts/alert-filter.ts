import type { ArrivalPosition } from '@watchpost/model'
import { arrivedBefore } from './arrived-before.ts'
import { markClauses, type MarkFilter } from './mark-clauses.ts'

/** Conditions on alerts. Omitted fields do not filter. */
export interface AlertConditions {
  probeId?: number
  /** An IP address or a network, as source or destination. */
  ip?: string
  srcIp?: string
  destIp?: string
  types?: readonly string[]
  severities?: readonly number[]
  states?: readonly string[]
  name?: string
  /** Words that must all occur in name or description. */
  search?: string
  groups?: readonly string[]
}

/** Filters of alerts. Omitted fields do not filter. */
export interface AlertFilter extends AlertConditions {
  /** Both bounds are inclusive: ISO 8601 in UTC with milliseconds. */
  from?: string
  to?: string
  riskMin?: number
  riskMax?: number
  /** Alerts that match one of these are excluded. */
  not?: readonly AlertConditions[]
  /** Only alerts before this position in the order of arrival. */
  before?: ArrivalPosition
  /** What analysts set. */
  mark?: MarkFilter
}

type Clause = Record<string, unknown>

/** The clauses of a filter, as an engine query. User input only becomes values, never structure. */
export function clausesOf(filter: AlertFilter): Clause[] {
  const { from, to, riskMin, riskMax, not = [], before, mark } = filter
  return [
    ...range('@timestamp', from, to),
    ...range('risk', riskMin, riskMax),
    ...conditionsOf(filter),
    ...noneOf(not.map(conditionsOf)),
    ...(before ? [arrivedBefore(before)] : []),
    ...(mark ? markClauses(mark) : []),
  ]
}

function conditionsOf(conditions: AlertConditions): Clause[] {
  const { probeId, ip, srcIp, destIp, types, severities, states, name, search, groups } = conditions
  return [
    ...term('probe.id', probeId),
    ...term('ip', ip),
    ...term('src_ip', srcIp),
    ...term('dest_ip', destIp),
    ...anyOf('type', types),
    ...anyOf('severity', severities),
    ...anyOf('state', states),
    ...term('name', name),
    ...words(search),
    ...anyOf('group', groups),
  ]
}

/** Excludes what matches all clauses of one of these. No clauses exclude nothing. */
function noneOf(alternatives: readonly Clause[][]): Clause[] {
  const excluded = alternatives.filter((clauses) => clauses.length > 0)
  return excluded.length === 0 ? [] : [{ bool: { must_not: excluded.map((filter) => ({ bool: { filter } })) } }]
}

function range(field: string, least: string | number | undefined, most: string | number | undefined): Clause[] {
  if (least === undefined && most === undefined) return []
  return [{ range: { [field]: { gte: least, lte: most } } }]
}

function term(field: string, value: string | number | undefined): Clause[] {
  return value === undefined ? [] : [{ term: { [field]: { value } } }]
}

function anyOf(field: string, values: readonly (string | number)[] | undefined): Clause[] {
  return values === undefined || values.length === 0 ? [] : [{ terms: { [field]: values } }]
}

function words(text: string | undefined): Clause[] {
  if (text === undefined) return []
  const fields = ['name.text', 'description']
  return [{ multi_match: { query: text, type: 'cross_fields', operator: 'and', fields } }]
}
