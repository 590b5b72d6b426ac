import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { queryKeys } from '../server/query-keys.ts'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { rangeOf, readRange, type Span, type TimeRange } from '../time/range.ts'

interface TimeChoice {
  range: TimeRange
  choose(range: TimeRange): void
  /** Sets the range to the span that was brushed in a chart. */
  zoom(span: Span): void
  refresh(): void
}

const TimeContext = createContext<TimeChoice | undefined>(undefined)

/** The time range shared by all pages. It is stored in the URL; a relative range moves with every refresh. */
export function TimeProvider({ children }: { children: ReactNode }) {
  const { query } = usePlace()
  const { refreshSeconds } = usePreferences()
  const queries = useQueryClient()
  const { from, to } = readRange(query)

  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: queryKeys.allRanged })
  }, [queries])

  useEffect(() => {
    if (refreshSeconds === 0) return
    const timer = setInterval(() => {
      if (!document.hidden) refresh()
    }, refreshSeconds * 1_000)
    return () => clearInterval(timer)
  }, [refreshSeconds, refresh])

  const choice = useMemo(
    () => ({
      range: { from, to },
      choose: (range: TimeRange) => refine({ ...range }),
      zoom: (span: Span) => refine({ ...rangeOf(span) }),
      refresh,
    }),
    [from, to, refresh],
  )
  return <TimeContext value={choice}>{children}</TimeContext>
}

export function useTime(): TimeChoice {
  const choice = useContext(TimeContext)
  if (!choice) throw new Error('no TimeProvider around this part')
  return choice
}
