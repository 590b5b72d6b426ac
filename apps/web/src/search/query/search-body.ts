import type { SearchBody } from '@watchpost/sdk'
import type { Span } from '../../time/range.ts'
import type { SearchFilter } from '../../kit/navigation/search-state.ts'

/** Parses the typed text; `invalid` if it is not a JSON object. */
export function parseBody(text: string | undefined): SearchBody | 'invalid' {
  if (text === undefined || text.trim() === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as SearchBody) : 'invalid'
  } catch {
    return 'invalid'
  }
}

/** The query to send: the typed query, limited to the range and filters. */
export function queryOf(typed: SearchBody, filters: readonly SearchFilter[], { from, to }: Span): object {
  const range = { range: { '@timestamp': { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() } } }
  return {
    bool: {
      must: [typed.query ?? { match_all: {} }],
      filter: [range, ...filters.map(clauseOf)],
    },
  }
}

/** The complete body of the search for hits. */
export function bodyOf(typed: SearchBody, filters: readonly SearchFilter[], span: Span, size: number): SearchBody {
  return {
    size,
    sort: [{ '@timestamp': 'desc' }, { uuid: 'desc' }],
    ...typed,
    query: queryOf(typed, filters, span),
  }
}

/** One clause per filter, so that the index of a clause identifies its filter. */
export function clauseOf({ operator, field, value }: SearchFilter): object {
  switch (operator) {
    case 'is':
      return { term: { [field]: value } }
    case 'not':
      return { bool: { must_not: [{ term: { [field]: value } }] } }
    case 'exists':
      return { exists: { field } }
    case 'missing':
      return { bool: { must_not: [{ exists: { field } }] } }
    case 'prefix':
      return { prefix: { [field]: value } }
    case 'gte':
      return { range: { [field]: { gte: value } } }
    case 'lte':
      return { range: { [field]: { lte: value } } }
  }
}

/** The source of an error: a position in the typed text, or a filter. */
export type Blamed = { pointer: string } | { filter: number } | 'elsewhere'

/** Maps a pointer into the sent body back to the user's input. */
export function blamed(pointer: string | undefined): Blamed {
  if (pointer === undefined) return 'elsewhere'
  const filter = /^#\/query\/bool\/filter\/(\d+)/.exec(pointer)
  if (filter) {
    const index = Number(filter[1]) - 1
    return index >= 0 ? { filter: index } : 'elsewhere'
  }
  return { pointer: pointer.replace(/^#\/query\/bool\/must\/0/, '#/query') }
}
