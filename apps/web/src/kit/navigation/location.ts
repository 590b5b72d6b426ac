import { useMemo, useSyncExternalStore } from 'react'
import { addressOf, type Place, pageFrom, patched, placeOf, type QueryPatch } from './place.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** The current place; components that use it are drawn again when it changes. */
export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => window.location.href)
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
  for (const listener of listeners) listener()
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
