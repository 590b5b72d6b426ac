import { useCallback } from 'react'
import { useMedia } from '../state/use-media.ts'

/** Reads colours of the style sheet as a canvas needs them; changes whenever light and dark do. */
export function useColours(theme: string): (name: string) => string {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  // biome-ignore lint: both are what a colour depends on
  return useCallback((name: string) => colourNow(name), [theme, isDark])
}

/** A custom property that holds light-dark() is only worked out where it is used. */
function colourNow(name: string): string {
  const trial = document.createElement('i')
  trial.style.color = `var(${name})`
  document.body.append(trial)
  const { color } = getComputedStyle(trial)
  trial.remove()
  return color
}
