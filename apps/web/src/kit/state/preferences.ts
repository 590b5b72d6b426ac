import { useSyncExternalStore } from 'react'
import type { Clock } from '../../time/format.ts'

export type Theme = 'system' | 'light' | 'dark'

/** What belongs to a person and not to what they look at, and so is kept in the browser and not in the address. */
export interface Preferences {
  theme: Theme
  clock: Clock
  /** Seconds between refreshes; 0 for never. */
  refreshSeconds: number
  alertColumns: readonly string[] | undefined
  /** The first steps were done, or are not wanted. */
  isStarted: boolean
}

const storageKey = 'watchpost.preferences'
const first: Preferences = {
  theme: 'system',
  clock: 'utc',
  refreshSeconds: 0,
  alertColumns: undefined,
  isStarted: false,
}

let current = stored()
const listeners = new Set<() => void>()

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing: the choice lives as long as the page.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

/** Tells the style sheet which of the two sets of colours to take. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = current.theme
}

function stored(): Preferences {
  try {
    const found: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}')
    return { ...first, ...(found as Partial<Preferences>) }
  } catch {
    return first
  }
}
