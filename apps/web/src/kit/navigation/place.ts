/** Where someone is: a page, and everything about it that is worth sharing. */
export interface Place {
  /** Below the base of the pages: `/alerts`. */
  path: string
  query: URLSearchParams
}

export const base = '/ui'

export type QueryPatch = Readonly<Record<string, string | null | undefined>>

/** The place that an address names. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname
  return { path: path.replace(/\/+$/, '') || '/', query: new URLSearchParams(search) }
}

/** The address of a place. */
export function addressOf({ path, query }: Place): string {
  const text = query.toString()
  return `${base}${path}${text ? `?${text}` : ''}`
}

/** A query with some of its values changed; null or nothing takes one away. */
export function patched(query: URLSearchParams, patch: QueryPatch): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === '') changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

const keptBetweenPages = ['from', 'to'] as const

/** Another page, seen through the same time range. */
export function pageFrom({ query }: Place, path: string, own: QueryPatch = {}): Place {
  const kept = Object.fromEntries(keptBetweenPages.map((name) => [name, query.get(name)]))
  return { path, query: patched(new URLSearchParams(), { ...kept, ...own }) }
}
