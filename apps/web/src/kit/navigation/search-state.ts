/** The operators of a filter. */
export const operators = ['is', 'not', 'exists', 'missing', 'prefix', 'gte', 'lte'] as const
export type Operator = (typeof operators)[number]

export interface SearchFilter {
  operator: Operator
  field: string
  value: string
}

export const indexNames = ['network_events', 'malware', 'code_analysis'] as const
export type IndexName = (typeof indexNames)[number]

/** A search as stored in the URL of its page. */
export interface SearchState {
  indexes: readonly IndexName[]
  filters: readonly SearchFilter[]
  /** The query text in the editor; undefined while the editor is closed. */
  body: string | undefined
  columns: readonly string[]
}

export const usualColumns = ['event_type', 'src_ip', 'dest_ip', 'app_proto', 'probe.fqdn']

export function readSearch(query: URLSearchParams): SearchState {
  const named = query.get('index')?.split(',') ?? []
  const indexes = indexNames.filter((name) => named.includes(name))
  return {
    indexes: indexes.length > 0 ? indexes : indexNames,
    filters: filtersIn(query.get('filter')),
    body: query.get('body') ?? undefined,
    columns: query.get('columns')?.split(',').filter(Boolean) ?? usualColumns,
  }
}

const mostProbeId = 2_147_483_647

/** The id of the only probe that the filters select; undefined unless exactly one filter names a valid id. */
export function searchedProbeOf({ filters }: Pick<SearchState, 'filters'>): number | undefined {
  const named = filters.filter(({ operator, field }) => operator === 'is' && field === 'probe.id')
  const written = named.length === 1 ? (named[0]?.value ?? '') : ''
  const id = /^\d{1,10}$/.test(written) ? Number(written) : 0
  return id >= 1 && id <= mostProbeId ? id : undefined
}

/** Encodes filters as one query parameter. */
export function filterText(filters: readonly SearchFilter[]): string {
  return filters.length === 0
    ? ''
    : JSON.stringify(filters.map(({ operator, field, value }) => [operator, field, value]))
}

/** Drops filters that cannot be parsed: the chips show the ones in effect. */
function filtersIn(text: string | null): SearchFilter[] {
  if (!text) return []
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return []
  }
  return Array.isArray(parsed) ? parsed.flatMap(filterIn) : []
}

function filterIn(entry: unknown): SearchFilter[] {
  if (!Array.isArray(entry)) return []
  const [given, field, value = ''] = entry as unknown[]
  const operator = operators.find((each) => each === given)
  if (!operator || typeof field !== 'string' || typeof value !== 'string') return []
  return [{ operator, field, value }]
}
