import type { Clock } from '../../time/format.ts'
import { createStore, useStore } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Settings of a person rather than of a page: kept in the browser, not in the URL. */
export interface Preferences {
  theme: Theme
  clock: Clock
  /** Seconds between refreshes; 0 turns refreshing off. */
  refreshSeconds: number
  alertColumns: readonly string[] | undefined
  /** The first steps are done or were dismissed. */
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
    // Without browser storage, the choice lasts until the page is closed.
  }
  applyTheme(next)
  preferences.set(next)
}

/** Selects the light or dark colours of the style sheet. */
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
