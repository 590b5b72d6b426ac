import { useMemo } from 'react'
import { useStore } from './store.ts'

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => {
    const list = window.matchMedia(query)
    return {
      get: () => list.matches,
      subscribe(listener: () => void) {
        list.addEventListener('change', listener)
        return () => list.removeEventListener('change', listener)
      },
    }
  }, [query])
  return useStore(media)
}
