import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(width < 640px)')

function subscribe(listener: () => void): () => void {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Whether the page is as wide as a telephone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}
