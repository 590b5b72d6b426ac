import type { Clock } from '../../time/format.ts'
import { createStore, useStore } from './store.ts'

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

const preferences = createStore(stored)

export function usePreferences(): Preferences {
  return useStore(preferences)
}

export function prefer(change: Partial<Preferences>): void {
  const next = { ...preferences.get(), ...change }
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing: the choice lives as long as the page.
  }
  applyTheme(next)
  preferences.set(next)
}

/** Tells the style sheet which of the two sets of colours to take. */
export function applyTheme({ theme } = preferences.get()): void {
  document.documentElement.dataset.theme = theme
}

function stored(): Preferences {
  try {
    const found: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}')
    return { ...first, ...(found as Partial<Preferences>) }
  } catch {
    return first
  }
}
