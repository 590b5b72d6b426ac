import type { Input } from '@watchpost/sdk'
import type { Span } from '../time/range.ts'

type Parameters = NonNullable<Input<'listClusters'>['query']>

export const sides = ['src', 'dest', 'both'] as const
export const sorts = ['risk', 'number_alerts', 'date', 'ip'] as const

/** The cluster filter stored in the URL. */
export interface ClusterFilter {
  frequency: 'hour' | 'day'
  side: (typeof sides)[number]
  ip: string | undefined
  /** Only clusters with at least one open alert. */
  hasOpen: boolean
  sort: { by: (typeof sorts)[number]; isDescending: boolean }
}

export function readClusterFilter(query: URLSearchParams): ClusterFilter {
  const sort = query.get('sort') ?? '-risk'
  const by = sort.replace(/^-/, '')
  return {
    frequency: query.get('frequency') === 'day' ? 'day' : 'hour',
    side: sides.find((side) => side === query.get('side')) ?? 'src',
    ip: query.get('ip') || undefined,
    hasOpen: query.get('has_open') === 'true',
    sort: { by: sorts.find((each) => each === by) ?? 'risk', isDescending: sort.startsWith('-') },
  }
}

/**
 * Lists every interval that overlaps the span. The API compares the start of an interval, so the request starts
 * earlier.
 */
export function clusterParametersOf({ frequency, side, ip, hasOpen, sort }: ClusterFilter, span: Span): Parameters {
  const frameMs = frequency === 'hour' ? 3_600_000 : 86_400_000
  return {
    frequency,
    type_ip: side,
    ...(ip && { ip }),
    ...(hasOpen && { has_open: true }),
    sort_by: `${sort.by}_${sort.isDescending ? 'desc' : 'asc'}`,
    date_from: new Date(span.from - (span.from % frameMs)).toISOString(),
    date_to: new Date(span.to - 1).toISOString(),
  }
}
