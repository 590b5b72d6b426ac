import type { Alert } from '@watchpost/contract'
import type { Answer, Client } from '@watchpost/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTime } from '../../range/time-context.tsx'
import { useClient } from '../../server/server.tsx'
import { spanOf } from '../../time/range.ts'
import { type AlertFilter, conditionsOf, parametersOf } from './alert-filter.ts'
import {
  emptyBuffer,
  held,
  type LiveBuffer,
  paused,
  resumed,
  withArrived,
  withChange,
  withWaiting,
} from './live-buffer.ts'

const pauseAfterFailureMs = 3_000
const waitSeconds = 20
/** Rows of the list that stay below the arriving ones. */
const mostEarlier = 500

export interface LiveAlerts {
  buffer: LiveBuffer<Alert>
  /** Why no alerts arrive at the moment; it keeps retrying. */
  error: unknown
  setPaused: (isPaused: boolean) => void
  /** Keeps rows where they are. */
  setHeld: (isHeld: boolean) => void
  /** Shows the rows that arrived while the list was held. */
  showWaiting: () => void
  change: (change: (alert: Alert) => Alert) => void
}

/** The newest alerts of the list, then alerts in order of arrival. The cursor ensures that none is skipped. */
export function useLiveAlerts(filter: AlertFilter, isOn: boolean): LiveAlerts {
  const client = useClient()
  const { range } = useTime()
  const [buffer, setBuffer] = useState<LiveBuffer<Alert>>(emptyBuffer)
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(conditionsOf({ ...filter, status: 'all' }))
  // What the list shows at the start. Later changes of the range do not concern alerts that arrive.
  const listed = useRef({ filter, range })
  listed.current = { filter, range }

  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    setBuffer(({ isHeld }) => ({ ...emptyBuffer(), isHeld }))
    const { filter: start, range: span } = listed.current
    const earlierQuery = parametersOf({ ...start, sort: newestFirst }, spanOf(span, Date.now()))
    void follow(client, { key, earlierQuery }, ended.signal, ({ earlier, arrived = [], failure }) => {
      setError(failure)
      setBuffer((before) => withArrived(earlier ? { ...before, earlier } : before, arrived))
    })
    return () => ended.abort()
  }, [client, key, isOn])

  return {
    buffer,
    error,
    setPaused: useCallback((isPaused) => setBuffer((before) => (isPaused ? paused(before) : resumed(before))), []),
    setHeld: useCallback((isHeld) => setBuffer((before) => held(before, isHeld)), []),
    showWaiting: useCallback(() => setBuffer((before) => withWaiting(before)), []),
    change: useCallback((change) => setBuffer((before) => withChange(before, change)), []),
  }
}

const newestFirst = { by: 'date', isDescending: true } as const

interface Reported {
  earlier?: readonly Alert[]
  arrived?: readonly Alert[]
  failure?: unknown
}

interface Followed {
  /** The conditions of the alerts that arrive. */
  key: string
  earlierQuery: ReturnType<typeof parametersOf>
}

/** Reads the rows that are there, then long-polls the API. After an error it continues from the same cursor. */
async function follow(
  client: Client,
  { key, earlierQuery }: Followed,
  signal: AbortSignal,
  report: (reported: Reported) => void,
): Promise<void> {
  const query = { ...(JSON.parse(key) as ReturnType<typeof conditionsOf>), order: 'arrival', limit: 500 } as const
  let cursor: string | undefined
  let earlier: ReadonlySet<string> | undefined
  while (!signal.aborted) {
    try {
      // The cursor comes first: what arrives while the list is read is in one of the two at least.
      cursor ??= cursorAfter(await client.listAlerts({ query: { ...query, after: 'now' }, signal }))
      if (!earlier) {
        const { body } = await client.listAlerts({ query: { ...earlierQuery, limit: mostEarlier }, signal })
        earlier = new Set(body.map(({ uuid }) => uuid))
        if (!signal.aborted) report({ earlier: body })
      }
      const wait = `${waitSeconds}s`
      const answer = await client.listAlerts({ query: { ...query, after: cursor, wait }, signal })
      cursor = cursorAfter(answer)
      const known = earlier
      if (!signal.aborted) report({ arrived: answer.body.filter(({ uuid }) => !known.has(uuid)) })
    } catch (failure) {
      if (signal.aborted) return
      report({ failure })
      await new Promise((resolve) => setTimeout(resolve, pauseAfterFailureMs))
    }
  }
}

/** The position after an answer. Each answer in order of arrival has one. */
function cursorAfter({ next = '' }: Answer<Alert[]>): string {
  const cursor = new URL(next, window.location.href).searchParams.get('after')
  if (!cursor) throw new Error('an answer in order of arrival without a position')
  return cursor
}
