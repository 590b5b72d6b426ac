import type { Alert } from '@watchpost/contract'
import type { Answer, Client } from '@watchpost/sdk'
import { useCallback, useEffect, useState } from 'react'
import { useClient } from '../../server/server.tsx'
import { type AlertFilter, conditionsOf } from './alert-filter.ts'
import { emptyBuffer, type LiveBuffer, paused, resumed, withArrived } from './live-buffer.ts'

const pauseAfterFailureMs = 3_000
const waitSeconds = 20

export interface LiveAlerts {
  buffer: LiveBuffer<Alert>
  /** Why no alerts arrive at the moment; it keeps retrying. */
  error: unknown
  setPaused: (isPaused: boolean) => void
  change: (change: (alert: Alert) => Alert) => void
}

/** Alerts in order of arrival, from now on. The cursor ensures that none is skipped. */
export function useLiveAlerts(filter: AlertFilter, isOn: boolean): LiveAlerts {
  const client = useClient()
  const [buffer, setBuffer] = useState<LiveBuffer<Alert>>(emptyBuffer)
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(conditionsOf({ ...filter, status: 'all' }))

  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    setBuffer(emptyBuffer())
    void follow(client, key, ended.signal, (arrived, failure) => {
      setError(failure)
      setBuffer((before) => withArrived(before, arrived))
    })
    return () => ended.abort()
  }, [client, key, isOn])

  return {
    buffer,
    error,
    setPaused: useCallback((isPaused) => setBuffer((before) => (isPaused ? paused(before) : resumed(before))), []),
    change: useCallback((change) => setBuffer((before) => ({ ...before, rows: before.rows.map(change) })), []),
  }
}

type Report = (arrived: readonly Alert[], failure?: unknown) => void

/** Long-polls the API. After an error it continues from the same cursor. */
async function follow(client: Client, key: string, signal: AbortSignal, report: Report): Promise<void> {
  const query = JSON.parse(key) as ReturnType<typeof conditionsOf>
  let last: Answer<Alert[]> | undefined
  while (!signal.aborted) {
    try {
      const wait = `${waitSeconds}s`
      const answer = last
        ? await client.next(last, { signal })
        : await client.listAlerts({ query: { ...query, order: 'arrival', after: 'now', wait, limit: 500 }, signal })
      last = answer ?? last
      if (!signal.aborted) report(answer?.body ?? [])
    } catch (error) {
      if (signal.aborted) return
      report([], error)
      await new Promise((resolve) => setTimeout(resolve, pauseAfterFailureMs))
    }
  }
}
