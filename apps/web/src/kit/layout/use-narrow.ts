import { useMedia } from '../state/use-media.ts'

/** Whether the page is as wide as a telephone. */
export function useNarrow(): boolean {
  return useMedia('(width < 640px)')
}
