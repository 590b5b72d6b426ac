import { useMedia } from '../state/use-media.ts'

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMedia('(width < 640px)')
}
