import { alertStatuses } from '@watchpost/contract/names'
import type { Input } from '@watchpost/sdk'
import type { Span } from '../../time/range.ts'

type Parameters = NonNullable<Input<'listAlerts'>['query']>

/** The alert filters, with names shared by the URL and the API. */
export const filterNames = [
  'search',
  'severity',
  'type',
  'name',
  'ip',
  'src_ip',
  'dest_ip',
  'probe_id',
  'state',
  'tag',
  'risk_min',
  'risk_max',
] as const
export type FilterName = (typeof filterNames)[number]

export const statuses = [...alertStatuses, 'all'] as const
export type StatusChoice = (typeof statuses)[number]

export interface AlertFilter {
  values: Readonly<Partial<Record<FilterName, string>>>
  /** Open alerts by default. */
  status: StatusChoice
  sort: { by: 'date' | 'risk'; isDescending: boolean }
}

/** Reads the filter from the URL. */
export function readFilter(query: URLSearchParams): AlertFilter {
  const values = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const sort = query.get('sort') ?? '-date'
  return {
    values,
    status: statuses.find((status) => status === query.get('status')) ?? 'open',
    sort: { by: sort.endsWith('risk') ? 'risk' : 'date', isDescending: sort.startsWith('-') },
  }
}

/** The parameters of the listing request. */
export function parametersOf({ values, status, sort }: AlertFilter, span: Span): Parameters {
  return {
    ...conditionsOf({ values, status }),
    date_from: new Date(span.from).toISOString(),
    // The listing includes its end time, a span does not.
    date_to: new Date(span.to - 1).toISOString(),
    sort_by: `${sort.by}_${sort.isDescending ? 'desc' : 'asc'}`,
  }
}

/** The conditions without time and order, also used to read alerts in order of arrival. */
export function conditionsOf({ values, status }: Pick<AlertFilter, 'values' | 'status'>): Parameters {
  const { probe_id, risk_min, risk_max, ...rest } = values
  return {
    ...rest,
    ...(probe_id && { probe_id: numberOf(probe_id) }),
    ...(risk_min && { risk_min: numberOf(risk_min) }),
    ...(risk_max && { risk_max: numberOf(risk_max) }),
    ...(status !== 'all' && { status }),
  }
}

/** The same filter as search clauses, and whether they express all of it. */
export function clausesOf({ values, status }: AlertFilter): { clauses: object[]; isWhole: boolean } {
  const term = (field: string, value: string | undefined) =>
    value ? [{ terms: { [field]: value.split(',').map((each) => each.trim()) } }] : []
  const eitherSide = values.ip
    ? [
        {
          bool: {
            should: [{ term: { src_ip: values.ip } }, { term: { dest_ip: values.ip } }],
            minimum_should_match: 1,
          },
        },
      ]
    : []
  return {
    clauses: [
      { range: { 'alert_view.risk': { gte: Number(values.risk_min ?? 0), lte: Number(values.risk_max ?? 100) } } },
      ...term('severity', values.severity),
      ...term('type', values.type),
      ...(values.name ? [{ term: { 'alert_view.name': values.name } }] : []),
      ...(values.src_ip ? [{ term: { src_ip: values.src_ip } }] : []),
      ...(values.dest_ip ? [{ term: { dest_ip: values.dest_ip } }] : []),
      ...eitherSide,
      ...term('probe.id', values.probe_id),
      ...term('state', values.state),
    ],
    // A search cannot filter by status or tag, which are stored apart from the events, nor by the listing's own text.
    isWhole: status === 'all' && !values.search && !values.tag,
  }
}

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
