import type { AlertMarkChange, NewAlertJob } from '@watchpost/contract'
import type { Input } from '@watchpost/sdk'
import { type AlertRow, alertCount } from '../list/alert-row.ts'

type Query = NonNullable<Input<'listAlerts'>['query']>

/** All alerts that the filter of the list matched at one moment. */
export interface AllMatching {
  /** How many. */
  total: number
  asOf: string
  query: Query
}

/** The alerts that an action is for: rows of the list, or everything that matches. */
export type Target = { rows: readonly AlertRow[] } | AllMatching

export function targetCount(target: Target): number {
  return 'rows' in target ? alertCount(target.rows) : target.total
}

/** Alerts named in one job, and groups in one filter. */
const mostIds = 1_000
const mostGroups = 500

/** The jobs that make a change. A group stands for its alerts that the query of the list matches. */
export function jobsFor(target: Target, change: AlertMarkChange, query: Query): NewAlertJob[] {
  if (!('rows' in target)) return [{ filter: filterOf(target.query), as_of: target.asOf, change }]
  const { rows } = target
  const groups = rows.flatMap(({ grouped }) => (grouped ? [grouped.group] : []))
  const ids = rows.flatMap(({ grouped, uuid }) => (grouped ? [] : [uuid]))
  return [
    ...slices(groups, mostGroups).map((group) => ({ filter: { ...filterOf(query), group }, change })),
    ...slices(ids, mostIds).map((some) => ({ ids: some, change })),
  ]
}

function filterOf(query: Query): NonNullable<NewAlertJob['filter']> {
  const { sort_by: _order, ...filter } = query
  return filter
}

function slices<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, (at + 1) * size))
}
