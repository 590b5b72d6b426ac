import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@watchpost/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createStore, useStore } from '../kit/state/store.ts'
import { queryKeys } from '../server/query-keys.ts'
import { createPageWindow, type Page, type PageWindow, type WindowState } from '../kit/list/page-window.ts'
import { withRetries } from '../server/retry.ts'
import { concernsSession } from '../session/session.ts'
import { type Span, spanOf } from '../time/range.ts'
import { useTime } from './time-context.tsx'

interface RowWindow<Row, Beside> extends PageWindow<Row> {
  total: Answer<unknown>['total']
  beside: Beside | undefined
  loadedAt: number
  key: string
}

export interface RangedPages<Row, Beside = never> {
  window: RowWindow<Row, Beside> | undefined
  /** How far the listing is known; it changes with every page. */
  state: WindowState | undefined
  /** Why the newest reading failed; the one before stays. */
  error: unknown
  /** What is shown belongs to another question than the one that is asked. */
  isOld: boolean
  retry: () => void
}

/** The first page of a listing, how many there are in all, and what else was answered with it. */
export interface FirstPage<Row, Link, Beside = never> extends Page<Row, Link> {
  total: Answer<unknown>['total']
  beside?: Beside | undefined
}

interface PagesOptions<Row, Link, Beside> {
  /** What the listing is about, besides the range. */
  about: unknown
  first: (span: Span, signal: AbortSignal) => Promise<FirstPage<Row, Link, Beside>>
  load: (link: Link, signal: AbortSignal) => Promise<Page<Row, Link>>
  isEnabled?: boolean
}

const noState = createStore(() => undefined)

/** A listing of any length, read again whenever its question or the range change or someone refreshes. */
export function useRangedPages<Row, Link, Beside = never>({
  about,
  first,
  load,
  isEnabled = true,
}: PagesOptions<Row, Link, Beside>): RangedPages<Row, Beside> {
  const queries = useQueryClient()
  const { range, refreshes } = useTime()
  const [{ window, error }, setRead] = useState<{ window?: RowWindow<Row, Beside>; error?: unknown }>({})
  const [tries, setTries] = useState(0)
  const shown = useRef<RowWindow<Row, Beside>>(undefined)
  const ask = useRef({ first, load })
  ask.current = { first, load }
  const key = JSON.stringify([about, range.from, range.to])

  useEffect(() => {
    if (!isEnabled) return
    const leaving = new AbortController()
    async function read() {
      try {
        const { load: more } = ask.current
        const page = await withRetries(
          () => ask.current.first(spanOf(range, Date.now()), leaving.signal),
          leaving.signal,
        )
        if (leaving.signal.aborted) return
        shown.current?.close()
        const rows = createPageWindow<Row, Link>({ first: page, load: more })
        shown.current = { ...rows, total: page.total, beside: page.beside, loadedAt: Date.now(), key }
        setRead({ window: shown.current })
      } catch (failure) {
        if (leaving.signal.aborted) return
        if (concernsSession(failure)) void queries.invalidateQueries({ queryKey: queryKeys.me })
        setRead((before) => ({ ...before, error: failure }))
      }
    }
    void read()
    return () => leaving.abort()
    // `key` stands for the range and for what the listing is about.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [queries, key, refreshes, tries, isEnabled])

  useEffect(() => () => shown.current?.close(), [])
  const state = useStore<WindowState | undefined>(window?.state ?? noState)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { window, state, error, isOld: window !== undefined && window.key !== key, retry }
}
