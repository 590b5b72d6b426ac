/** Filters of alerts. Omitted fields do not filter. */
export interface AlertFilter {
  /** Both bounds are inclusive: ISO 8601 in UTC with milliseconds. */
  from?: string
  to?: string
  probeId?: number
  /** An IP address or a network, as source or destination. */
  ip?: string
  srcIp?: string
  destIp?: string
  riskMin?: number
  riskMax?: number
  types?: readonly string[]
  severities?: readonly number[]
  states?: readonly string[]
  name?: string
  /** Words that must all occur in name or description. */
  search?: string
  /** Only these alerts. */
  uuids?: readonly string[]
}

type Clause = Record<string, unknown>

/** The clauses of a filter, as an engine query. User input only becomes values, never structure. */
export function clausesOf(filter: AlertFilter): Clause[] {
  const { from, to, probeId, ip, srcIp, destIp, riskMin, riskMax, types, severities, states, name, search } = filter
  return [
    ...range('@timestamp', from, to),
    ...term('probe.id', probeId),
    ...term('ip', ip),
    ...term('src_ip', srcIp),
    ...term('dest_ip', destIp),
    ...range('risk', riskMin, riskMax),
    ...anyOf('type', types),
    ...anyOf('severity', severities),
    ...anyOf('state', states),
    ...term('name', name),
    ...words(search),
    ...(filter.uuids === undefined ? [] : [{ terms: { uuid: filter.uuids } }]),
  ]
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
