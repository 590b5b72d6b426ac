import type { Alert, AlertGroup } from '@watchpost/contract'
import type { Answer } from '@watchpost/sdk'
import { useCallback, useMemo } from 'react'
import { listingOf } from '../../kit/list/listing.ts'
import { useClient } from '../../server/server.tsx'
import { useRangedListing } from '../../range/use-ranged-listing.ts'
import { type AlertFilter, parametersOf } from './alert-filter.ts'
import { type AlertRow, rowOf } from './alert-row.ts'
import { shownRows } from './live-buffer.ts'
import { useLiveAlerts } from './use-live-alerts.ts'

const pageSize = 500
/** Groups are counted for every page, so a page is smaller. */
const groupPageSize = 200

type Link = Answer<(Alert | AlertGroup)[]>

export type AlertRows = ReturnType<typeof useAlertRows>

/** The rows of the table: pages of the listing of alerts or groups, or live alerts, once the newest ones are read. */
export function useAlertRows(filter: AlertFilter, isLive: boolean) {
  const client = useClient()
  const listing = listingOf<Alert | AlertGroup>(client)
  const pages = useRangedListing<AlertRow, Link>('alerts', [filter], {
    first: async (span, signal) => {
      const query = parametersOf(filter, span)
      const answer = filter.isGrouped
        ? await client.listAlertGroups({ query: { ...query, limit: groupPageSize }, signal })
        : await client.listAlerts({ query: { ...query, limit: pageSize }, signal })
      const page = listing.firstOf(answer)
      return { ...page, rows: page.rows.map(rowOf) }
    },
    load: async (link, signal) => {
      const page = await listing.load(link, signal)
      return { ...page, rows: page.rows.map(rowOf) }
    },
    isEnabled: !isLive,
  })
  const live = useLiveAlerts(filter, isLive)
  const { window, state, rowAt } = pages
  const { buffer } = live
  const liveRows = useMemo(() => shownRows(buffer), [buffer])
  const showsLive = isLive && buffer.earlier !== undefined
  return {
    isLive,
    pages,
    live,
    /** Undefined unless the list is live. */
    liveRows: isLive ? liveRows : undefined,
    /** Whether there is a list to show. While live alerts are read for the first time, it is the one before. */
    isReady: showsLive || window !== undefined,
    count: showsLive ? liveRows.length : (state?.count ?? 0),
    /** How many rows were added above the first ones. */
    added: showsLive ? buffer.added : 0,
    rowAt: useCallback(
      (index: number): AlertRow | undefined => (showsLive ? liveRows[index] : rowAt(index)),
      [showsLive, liveRows, rowAt],
    ),
    change: useCallback(
      (change: (row: AlertRow) => AlertRow) => (isLive ? live.change(change) : window?.change(change)),
      [isLive, live.change, window],
    ),
  }
}
