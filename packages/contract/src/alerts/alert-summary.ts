import { type Static, Type } from 'typebox'
import { filterProperties, ListOf } from './filter-schemas.ts'
import { alertSummaryExample } from './alert-examples.ts'
import { ledgerHeaders } from '../probes/ledger.ts'
import { commonFailures, failures } from '../problems/problem.ts'

export const summaryIntervals = [
  '1s',
  '5s',
  '10s',
  '30s',
  '1m',
  '5m',
  '10m',
  '30m',
  '1h',
  '3h',
  '6h',
  '12h',
  '1d',
  '7d',
  '30d',
] as const
export const summaryParts = ['severity', 'type'] as const
export const topFields = ['name', 'src_ip', 'dest_ip', 'ip', 'probe_id', 'type', 'severity', 'state', 'group'] as const

/** Limits of a summary: bars, and values in one list. */
export const summaryLimits = { buckets: 2_000, values: 10, mostValues: 100 } as const

/** The filters of the listing, and what to count. */
export const AlertSummaryParameters = Type.Object(
  {
    ...filterProperties,
    as_of: Type.Optional(
      Type.Enum(['now'], {
        description:
          'Counts only alerts that are completely stored now, and returns `as_of`, with which `POST /api/alerts/jobs` changes exactly these alerts.',
      }),
    ),
    interval: Type.Optional(
      Type.Enum([...summaryIntervals], {
        description: `Length of a bucket. If left out, the shortest one that gives at most 100 buckets. At most ${summaryLimits.buckets} buckets; less than a day only with \`date_from\` and \`date_to\`.`,
      }),
    ),
    by: Type.Optional(
      Type.Enum([...summaryParts], { default: 'severity', description: 'What the counts are divided by.' }),
    ),
    top: Type.Optional(
      ListOf(
        Type.Enum([...topFields]),
        'The most frequent values of these fields. `ip` counts an alert under its source and its destination. Several with commas between.',
      ),
    ),
    top_size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: summaryLimits.mostValues,
        default: summaryLimits.values,
        description: 'Values in each list of `top`.',
      }),
    ),
  },
  { additionalProperties: false },
)

const count = Type.Integer({ minimum: 0 })
const counts = (description: string) =>
  Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Integer(), Type.Null()]), count }), { description })

const TopValues = Type.Object({
  values: Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Integer()]), count })),
  others: Type.Integer({ minimum: 0, description: 'Alerts with a value that is not listed.' }),
  is_exact: Type.Boolean({
    description: 'False: there are so many values that the engine estimates; each count can be too low.',
  }),
  error_bound: Type.Integer({
    minimum: 0,
    description: 'By how much at most, and the highest possible count of a value that is not listed. 0 if exact.',
  }),
})

/** Counts of all alerts that match the filter. */
export const AlertSummary = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'How many alerts match; always exact.' }),
  by: Type.Enum([...summaryParts]),
  counts: counts('The total, divided; exact. `null` counts alerts without a value.'),
  interval: Type.Enum([...summaryIntervals]),
  buckets: Type.Array(
    Type.Object({
      start: Type.String({ description: 'UTC, with milliseconds.' }),
      count,
      counts: counts('Its alerts, divided.'),
    }),
    { description: 'Buckets with at least one alert, in order of time; exact.' },
  ),
  top: Type.Object(Object.fromEntries(topFields.map((field) => [field, Type.Optional(TopValues)])) as TopProperties, {
    description: 'The most frequent values of each field in `top`.',
  }),
  as_of: Type.Optional(
    Type.String({ description: 'Only with `as_of=now`: which alerts were counted, for `POST /api/alerts/jobs`.' }),
  ),
})
export type AlertSummary = Static<typeof AlertSummary>

type TopProperties = Record<(typeof topFields)[number], ReturnType<typeof Type.Optional<typeof TopValues>>>

export const summariseAlerts = {
  operationId: 'summariseAlerts',
  tags: ['Alerts'],
  summary: 'Count alerts',
  description:
    'Totals, a histogram and the most frequent values of exactly the alerts that the listing with the same filters returns.',
  querystring: AlertSummaryParameters,
  response: {
    200: { ...AlertSummary, description: 'The counts.', headers: ledgerHeaders, examples: [alertSummaryExample] },
    ...failures(
      'invalid-request',
      ...commonFailures,
      'query-too-expensive',
      'too-many-requests',
      'arrival-unavailable',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}
