import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@watchpost/sdk'
import { useCallback, useEffect, useState } from 'react'
import { createStore, useStore } from '../state/store.ts'
import { createPageWindow, type Page, type PageWindow, type WindowState } from './page-window.ts'

interface RowWindow<Row, Extra> extends PageWindow<Row> {
  total: Answer<unknown>['total']
  extra: Extra | undefined
  loadedAt: number
}

export interface Listing<Row, Extra = never> {
  window: RowWindow<Row, Extra> | undefined
  /** The state of the page window; it changes with every page. */
  state: WindowState | undefined
  /** A loaded row. This is a new function whenever rows change. */
  rowAt: (index: number) => Row | undefined
  /** Why the last read of the first page failed; the earlier rows stay. */
  error: unknown
  /** The rows belong to the previous query. */
  isOld: boolean
  /** Reads the listing again from the first page. */
  refetch: () => void
}

/** The first page of a listing, the total number of rows, and other data from the same response. */
export interface FirstPage<Row, Link, Extra = never> extends Page<Row, Link> {
  total: Answer<unknown>['total']
  extra?: Extra | undefined
}

interface ListingOptions<Row, Link, Extra> {
  queryKey: QueryKey
  first: (signal: AbortSignal) => Promise<FirstPage<Row, Link, Extra>>
  load: (link: Link, signal: AbortSignal) => Promise<Page<Row, Link>>
  isEnabled?: boolean | undefined
  /** See `createPageWindow`. */
  ahead?: number | undefined
}

const noState = createStore(() => undefined)
let loads = 0

/**
 * A listing of any length. The first page is an ordinary query; invalidating it reads the listing again from the start.
 * Later pages are loaded as they become visible and forgotten when they are far from the viewport.
 */
export function useListing<Row, Link, Extra = never>(options: ListingOptions<Row, Link, Extra>): Listing<Row, Extra> {
  const { queryKey, first, load, isEnabled = true, ahead } = options
  const queries = useQueryClient()
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<RowWindow<Row, Extra>> => {
      const page = await first(signal)
      const window = createPageWindow<Row, Link>({
        first: page,
        // Also a query, so that errors are handled in the same way.
        load: (link, closed) => {
          loads += 1
          const pageKey = [...queryKey, 'page', loads]
          closed.addEventListener('abort', () => void queries.cancelQueries({ queryKey: pageKey }), { once: true })
          return queries.fetchQuery({
            queryKey: pageKey,
            queryFn: (context) => load(link, context.signal),
            gcTime: 0,
          })
        },
        ahead,
      })
      return { ...window, total: page.total, extra: page.extra, loadedAt: Date.now() }
    },
    enabled: isEnabled,
    // Each component owns its rows: another one reads them again, and no component loses them unexpectedly.
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchOnReconnect: false,
  })
  const [last, setLast] = useState(asked.data)
  if (asked.data && asked.data !== last) setLast(asked.data)
  const window = asked.data ?? last
  useEffect(() => () => window?.close(), [window])
  const state = useStore<WindowState | undefined>(window?.state ?? noState)
  const { refetch } = asked
  return {
    window,
    state,
    // A new state means other rows, so the function depends on it.
    rowAt: useCallback((index: number) => (state ? window?.rowAt(index) : undefined), [window, state]),
    error: asked.error ?? undefined,
    isOld: asked.data === undefined && window !== undefined,
    refetch: useCallback(() => void refetch(), [refetch]),
  }
}
