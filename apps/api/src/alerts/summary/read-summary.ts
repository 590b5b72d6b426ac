import { AppError, summaryIntervals, summaryLimits, type summaryParts, type topFields } from '@watchpost/contract'
import type { AlertFilter, MarkConditions } from '@watchpost/engine'
import type { FilterValues } from '../listing/filter-values.ts'
import { readFilter, readMarking } from '../listing/read-filter.ts'
import { filtersOf } from '../jobs/as-of.ts'

type Interval = (typeof summaryIntervals)[number]

/** The parameters of a summary, checked and in the types of their schema. */
export interface SummaryValues extends FilterValues {
  as_of?: 'now'
  interval?: Interval
  by?: (typeof summaryParts)[number]
  top?: readonly (typeof topFields)[number][]
  top_size?: number
}

/** What to count. */
export interface SummaryWish {
  filter: AlertFilter
  marking: MarkConditions
  /** The filters, if what is counted has to be fixed for a job. */
  frozen?: FilterValues
  interval: Interval
  by: (typeof summaryParts)[number]
  top: readonly (typeof topFields)[number][]
  size: number
}

/** Reads the checked parameters of a summary. Rejects an interval that gives too many buckets. */
export function readSummary(values: SummaryValues): SummaryWish {
  const filter = readFilter(values)
  return {
    filter,
    marking: readMarking(values),
    ...(values.as_of && { frozen: filtersOf(values) }),
    interval: intervalOf(filter, values.interval),
    by: values.by ?? 'severity',
    top: [...new Set(values.top)],
    size: values.top_size ?? summaryLimits.values,
  }
}

const USUAL_BUCKETS = 100
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function intervalOf({ from, to }: AlertFilter, wanted: Interval | undefined): Interval {
  const isBounded = from !== undefined && to !== undefined
  const spanMs = isBounded ? Date.parse(to) - Date.parse(from) : undefined
  if (wanted === undefined) {
    if (spanMs === undefined) return '1d'
    return summaryIntervals.find((each) => spanMs / lengthOf(each) <= USUAL_BUCKETS) ?? '30d'
  }
  if (spanMs === undefined && !wanted.endsWith('d')) {
    throw refusal('Less than a day is allowed only with date_from and date_to.')
  }
  if (spanMs !== undefined && spanMs / lengthOf(wanted) > summaryLimits.buckets) {
    throw refusal(`Gives more than ${summaryLimits.buckets} buckets. Choose a longer interval or a shorter time range.`)
  }
  return wanted
}

function lengthOf(interval: Interval): number {
  const unit = interval.at(-1) as keyof typeof unitMs
  return Number.parseInt(interval, 10) * unitMs[unit]
}

function refusal(detail: string): AppError {
  return new AppError('invalid-request', undefined, { errors: [{ parameter: 'interval', detail }] })
}
