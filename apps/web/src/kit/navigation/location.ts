import { useMemo } from 'react'
import { createStore, useStore } from '../state/store.ts'
import { addressOf, type Place, pageFrom, patched, placeOf, type QueryPatch } from './place.ts'

const shown = createStore(() => window.location.href)

/** Follows the buttons of the browser that go back and forward. */
export function listenForHistory(): void {
  window.addEventListener('popstate', () => shown.set(window.location.href))
}

/** The current place; components that use it are drawn again when it changes. */
export function usePlace(): Place {
  const href = useStore(shown)
  return useMemo(() => placeOf(new URL(href)), [href])
}

export function currentPlace(): Place {
  return placeOf(new URL(window.location.href))
}

/** Goes to a place. What only refines the present one takes its place in the history. */
export function go(place: Place, { isRefinement = false } = {}): void {
  const address = addressOf(place)
  if (address === addressOf(currentPlace())) return
  window.history[isRefinement ? 'replaceState' : 'pushState'](null, '', address)
  shown.set(window.location.href)
}

/** Another page, seen through the same time range. */
export function goToPage(path: string, own?: QueryPatch): void {
  go(pageFrom(currentPlace(), path, own))
}

/** The same page, with some of its values changed. */
export function refine(patch: QueryPatch, options?: { isRefinement?: boolean }): void {
  const { path, query } = currentPlace()
  go({ path, query: patched(query, patch) }, options)
}
