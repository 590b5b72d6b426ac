import { useCallback } from 'react'
import { useMedia } from '../state/use-media.ts'

/** Resolves style sheet colours for a canvas. Returns a new function when the theme changes. */
export function useColours(theme: string): (name: string) => string {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  // biome-ignore lint: both are what a colour depends on
  return useCallback((name: string) => colourNow(name), [theme, isDark])
}

/** A custom property that contains light-dark() is resolved only where it is used, so read it from an element. */
function colourNow(name: string): string {
  const trial = document.createElement('i')
  trial.style.color = `var(${name})`
  document.body.append(trial)
  const { color } = getComputedStyle(trial)
  trial.remove()
  return color
}
