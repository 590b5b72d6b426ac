import type { Alert, AlertGroup } from '@watchpost/contract'
import type { Answer } from '@watchpost/sdk'
import { useCallback } from 'react'
import { listingOf } from '../../kit/list/listing.ts'
import { useClient } from '../../server/server.tsx'
import { useRangedListing } from '../../range/use-ranged-listing.ts'
import { type AlertFilter, parametersOf } from './alert-filter.ts'
import { type AlertRow, rowOf } from './alert-row.ts'
import { useLiveAlerts } from './use-live-alerts.ts'

const pageSize = 500
/** Groups are counted for every page, so a page is smaller. */
const groupPageSize = 200

type Link = Answer<(Alert | AlertGroup)[]>

export type AlertRows = ReturnType<typeof useAlertRows>

/** The rows of the table: pages of the listing of alerts or groups, or live alerts. */
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
  const { rows } = live.buffer
  return {
    isLive,
    pages,
    live,
    count: isLive ? rows.length : (state?.count ?? 0),
    rowAt: useCallback(
      (index: number): AlertRow | undefined => (isLive ? rows[index] : rowAt(index)),
      [isLive, rows, rowAt],
    ),
    change: useCallback(
      (change: (row: AlertRow) => AlertRow) => (isLive ? live.change(change) : window?.change(change)),
      [isLive, live.change, window],
    ),
  }
}
