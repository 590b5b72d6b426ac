/** A page and its query parameters: everything in a URL that is worth sharing. */
export interface Place {
  /** Relative to the base URL of the web app, for example `/alerts`. */
  path: string
  query: URLSearchParams
}

export const base = '/ui'

export type QueryPatch = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** The place that a URL names. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname
  return { path: path.replace(/\/+$/, '') || '/', query: new URLSearchParams(search) }
}

/** The URL of a place. */
export function addressOf({ path, query }: Place): string {
  const text = query.toString()
  return `${base}${path}${text ? `?${text}` : ''}`
}

/** Sets some query parameters; null or an empty value removes one, and a list repeats it. */
export function patched(query: URLSearchParams, patch: QueryPatch): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(patch)) {
    changed.delete(name)
    for (const each of [value].flat()) if (each) changed.append(name, each)
  }
  return changed
}

const keptBetweenPages = ['from', 'to'] as const

/** Another page with the same time range. */
export function pageFrom({ query }: Place, path: string, own: QueryPatch = {}): Place {
  const kept = Object.fromEntries(keptBetweenPages.map((name) => [name, query.get(name)]))
  return { path, query: patched(new URLSearchParams(), { ...kept, ...own }) }
}
