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
  /** Why nothing arrives at present; it goes on trying. */
  error: unknown
  setPaused: (isPaused: boolean) => void
  change: (change: (alert: Alert) => Alert) => void
}

/** Alerts in the order in which they arrive, from now on. Nothing is left out in between: the cursor sees to that. */
export function useLiveAlerts(filter: AlertFilter, isOn: boolean): LiveAlerts {
  const client = useClient()
  const [buffer, setBuffer] = useState<LiveBuffer<Alert>>(emptyBuffer)
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(conditionsOf({ values: filter.values, status: 'all' }))

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

/** Asks, waits at the appliance until something arrives, and asks on; after a failure from the same place. */
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
