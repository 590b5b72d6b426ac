import type { Alert } from '@watchpost/contract'
import { useCallback } from 'react'
import { listingOf } from '../../kit/list/listing.ts'
import { useClient } from '../../server/server.tsx'
import { useRangedListing } from '../../range/use-ranged-listing.ts'
import { type AlertFilter, parametersOf } from './alert-filter.ts'
import { useLiveAlerts } from './use-live-alerts.ts'

const pageSize = 500

export type AlertRows = ReturnType<typeof useAlertRows>

/** The rows of the table: pages of the listing, or live alerts. */
export function useAlertRows(filter: AlertFilter, isLive: boolean) {
  const client = useClient()
  const listing = listingOf<Alert>(client)
  const pages = useRangedListing('alerts', [filter], {
    first: async (span, signal) =>
      listing.firstOf(await client.listAlerts({ query: { ...parametersOf(filter, span), limit: pageSize }, signal })),
    load: listing.load,
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
      (index: number): Alert | undefined => (isLive ? rows[index] : rowAt(index)),
      [isLive, rows, rowAt],
    ),
    change: useCallback(
      (change: (alert: Alert) => Alert) => (isLive ? live.change(change) : window?.change(change)),
      [isLive, live.change, window],
    ),
  }
}
