import { useMemo } from 'react'
import { createStore, useStore } from '../state/store.ts'
import { addressOf, type Place, pageFrom, patched, placeOf, type QueryPatch } from './place.ts'

const shown = createStore(() => window.location.href)

/** Follows the browser's back and forward buttons. */
export function listenForHistory(): void {
  window.addEventListener('popstate', () => shown.set(window.location.href))
}

/** The current page and query; components that use it render again when it changes. */
export function usePlace(): Place {
  const href = useStore(shown)
  return useMemo(() => placeOf(new URL(href)), [href])
}

export function currentPlace(): Place {
  return placeOf(new URL(window.location.href))
}

/** Navigates. A refinement of the current page replaces its history entry. */
export function go(place: Place, { isRefinement = false } = {}): void {
  const address = addressOf(place)
  if (address === addressOf(currentPlace())) return
  window.history[isRefinement ? 'replaceState' : 'pushState'](null, '', address)
  shown.set(window.location.href)
}

/** Navigates to another page and keeps the time range. */
export function goToPage(path: string, own?: QueryPatch): void {
  go(pageFrom(currentPlace(), path, own))
}

/** Changes some query parameters of the current page. */
export function refine(patch: QueryPatch, options?: { isRefinement?: boolean }): void {
  const { path, query } = currentPlace()
  go({ path, query: patched(query, patch) }, options)
}
