/** What can be said of a field. */
export const operators = ['is', 'not', 'exists', 'missing', 'prefix', 'gte', 'lte'] as const
export type Operator = (typeof operators)[number]

export interface SearchFilter {
  operator: Operator
  field: string
  value: string
}

export const indexNames = ['network_events', 'malware', 'code_analysis'] as const
export type IndexName = (typeof indexNames)[number]

/** A search as the address of its page names it. */
export interface SearchState {
  indexes: readonly IndexName[]
  filters: readonly SearchFilter[]
  /** The body in the editor, as it was typed; nothing while the editor is away. */
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

/** The only probe whose events are searched; nothing if no filter names one by its number. */
export function searchedProbeOf({ filters }: Pick<SearchState, 'filters'>): number | undefined {
  const named = filters.filter(({ operator, field }) => operator === 'is' && field === 'probe.id')
  const written = named.length === 1 ? (named[0]?.value ?? '') : ''
  const id = /^\d{1,10}$/.test(written) ? Number(written) : 0
  return id >= 1 && id <= mostProbeId ? id : undefined
}

/** Filters as one value of an address. */
export function filterText(filters: readonly SearchFilter[]): string {
  return filters.length === 0
    ? ''
    : JSON.stringify(filters.map(({ operator, field, value }) => [operator, field, value]))
}

/** What cannot be read is left out: the chips show what holds. */
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
