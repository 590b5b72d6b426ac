import type { Alert, AlertMarkChange } from '@watchpost/contract'
import type { AlertStatus } from '@watchpost/contract/names'
import type { Client, Input } from '@watchpost/sdk'
import type { AlertRow } from '../list/alert-row.ts'

/** The most alerts that one action changes. */
export const mostMarked = 10_000
const idsAtOnce = 1_000
const groupsAtOnce = 50

type Query = NonNullable<Input<'listAlerts'>['query']>

/** The alerts that rows stand for: for a group, those that the query of the list matches. */
export async function alertsOf(client: Client, rows: readonly AlertRow[], query: Query): Promise<Alert[]> {
  const groups = rows.flatMap(({ grouped }) => (grouped && grouped.count > 1 ? [grouped.group] : []))
  const alerts: Alert[] = rows.filter(({ grouped }) => !grouped || grouped.count === 1)
  for (const some of slices(groups, groupsAtOnce)) {
    const answer = await client.listAlerts({ query: { ...query, group: some.join(','), limit: mostMarked } })
    alerts.push(...answer.body)
  }
  return alerts
}

export async function markAll(client: Client, ids: readonly string[], change: AlertMarkChange): Promise<void> {
  for (const some of slices(ids, idsAtOnce)) await client.markAlerts({ body: { ids: [...some], ...change } })
}

/** The alerts by the status that they had before a change; undefined if setting the status does not undo it. */
export function earlierStatuses(
  alerts: readonly Alert[],
  change: AlertMarkChange,
): ReadonlyMap<AlertStatus, readonly string[]> | undefined {
  const { status, ...others } = change
  if (status === undefined || Object.keys(others).length > 0) return undefined
  const changed = alerts.filter(({ mark }) => mark.status !== status)
  const byStatus = Map.groupBy(changed, ({ mark }) => mark.status)
  return new Map([...byStatus].map(([earlier, some]) => [earlier, some.map(({ uuid }) => uuid)]))
}

function slices<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, (at + 1) * size))
}
