import {
  type AlertFilterRow,
  alertFilters,
  alertStatuses,
  isNegatable,
  type NegatableRow,
  negationOf,
} from '@watchpost/contract/names'
import type { Input } from '@watchpost/sdk'
import type { QueryPatch } from '../../kit/navigation/place.ts'
import type { Span } from '../../time/range.ts'
import { boundsOf, type CountConditions } from './alert-bars.ts'

type Parameters = NonNullable<Input<'listAlerts'>['query']>

/** The time range and the status have controls of their own. */
type OwnControl = 'date_from' | 'date_to' | 'status'
const ownControls: readonly string[] = ['date_from', 'date_to', 'status'] satisfies OwnControl[]

/** The filters with chips. Their names are the same in the URL and the API. */
export type FilterName = Exclude<AlertFilterRow['name'], OwnControl>
type Row = Extract<AlertFilterRow, { name: FilterName }>
const rows = alertFilters.filter((row): row is Row => !ownControls.includes(row.name))
export const filterNames: readonly FilterName[] = rows.map(({ name }) => name)

/** Filters that exclude alerts, with several values each. */
const exclusions = alertFilters.filter(isNegatable)

export interface Exclusion {
  /** Without `not_`. */
  name: NegatableRow['name']
  value: string
}

export const statuses = [...alertStatuses, 'all'] as const
export type StatusChoice = (typeof statuses)[number]

export interface AlertFilter {
  values: Readonly<Partial<Record<FilterName, string>>>
  excluded: readonly Exclusion[]
  /** Open alerts by default. */
  status: StatusChoice
  sort: { by: 'date' | 'risk'; isDescending: boolean }
  /** Identical alerts are one row, unless the list is about a single group. */
  isGrouped: boolean
}

/** Reads the filter from the URL. */
export function readFilter(query: URLSearchParams): AlertFilter {
  const values: AlertFilter['values'] = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const sort = query.get('sort') ?? '-date'
  const excluded = exclusions.flatMap(({ name }) => query.getAll(negationOf(name)).map((value) => ({ name, value })))
  return {
    values,
    excluded,
    status: statuses.find((status) => status === query.get('status')) ?? 'open',
    sort: { by: sort.endsWith('risk') ? 'risk' : 'date', isDescending: sort.startsWith('-') },
    isGrouped: query.get('rows') !== 'single' && values.group === undefined,
  }
}

/** The parameters of the listing request. */
export function parametersOf({ sort, ...conditions }: AlertFilter, span: Span): Parameters {
  return {
    ...conditionsOf(conditions),
    ...boundsOf(span),
    sort_by: `${sort.by}_${sort.isDescending ? 'desc' : 'asc'}`,
  }
}

/** The conditions without time and order, also used to read alerts in order of arrival. */
export function conditionsOf({
  values,
  excluded,
  status,
}: Pick<AlertFilter, 'values' | 'excluded' | 'status'>): CountConditions {
  const given = rows.flatMap(({ name, kind }) => {
    const value = values[name]
    return value === undefined ? [] : [[name, numberKinds.includes(kind) ? numberOf(value) : value]]
  })
  return {
    ...Object.fromEntries(given),
    ...patchOf(excluded),
    ...(status !== 'all' && { status }),
  }
}

const numberKinds: readonly string[] = ['probe', 'least-risk', 'greatest-risk'] satisfies Row['kind'][]

/** The query parameters that exclude these values. */
export function patchOf(excluded: readonly Exclusion[]): Readonly<Record<string, readonly string[]>> {
  const byName = Map.groupBy(excluded, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, list]) => [negationOf(name), list.map(({ value }) => value)]))
}

/** Switches between groups of identical alerts and single alerts. A list of one group returns to all groups. */
export function groupingPatch({ isGrouped }: Pick<AlertFilter, 'isGrouped'>): QueryPatch {
  return isGrouped ? { rows: 'single' } : { rows: null, group: null }
}

/** Removes all filters with chips from the URL. */
export const noFilters: QueryPatch = Object.fromEntries(
  [...filterNames, ...exclusions.map(({ name }) => negationOf(name))].map((name) => [name, null]),
)

const mostProbeId = 2_147_483_647

/** The only probe in the filter; undefined if there are several or the value is not a probe id. */
export function probeIdOf({ values: { probe_id: written = '' } }: Pick<AlertFilter, 'values'>): number | undefined {
  const id = /^\d{1,10}$/.test(written) ? Number(written) : 0
  return id >= 1 && id <= mostProbeId ? id : undefined
}

/** A text that is not a number becomes NaN, so that the API rejects that parameter by name. */
function numberOf(text: string): number {
  const number = Number(text)
  return Number.isInteger(number) ? number : Number.NaN
}
