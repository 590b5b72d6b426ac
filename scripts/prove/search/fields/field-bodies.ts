import type { CatalogField } from '@watchpost/engine'
import { filterFor, wholeRange } from './field-values.ts'

/** One search on one field. */
export interface FieldBody {
  path: string
  what: 'filter' | 'sort and aggregate' | 'times' | 'pages of times'
  body: object
}

const HITS = 20
const BUCKETS = 50
/** A corrected time differs from the one the sensor wrote, so exclude events with a corrected time. */
const UNCORRECTED = { bool: { must_not: [{ exists: { field: 'clock_fault' } }] } }

/** Filters, sorts and aggregates by a field once, as far as the catalogue allows. */
export function bodiesFor(path: string, field: CatalogField, sample: unknown, now: number): FieldBody[] {
  const also = path === 'timestamp' ? [UNCORRECTED] : []
  const common = { track_total_hits: true, _source: ['uuid'] }
  const bodies: FieldBody[] = []
  if (field.searchable && sample !== undefined) {
    const query = { bool: { filter: [filterFor(path, field, sample), ...also] } }
    bodies.push({ path, what: 'filter', body: { ...common, size: HITS, query, sort: [{ uuid: 'asc' }] } })
  }
  const isOrdered = field.sortable && field.aggregatable
  if (isOrdered) {
    const query = { bool: { filter: [{ exists: { field: path } }, ...also] } }
    const sort = [{ [path]: 'desc' }, ...(path === 'uuid' ? [] : [{ uuid: 'asc' }])]
    const aggs = { values: { terms: { field: path, size: BUCKETS } } }
    bodies.push({
      path,
      what: 'sort and aggregate',
      body: { ...common, size: HITS, query, sort, fields: [path], aggs },
    })
  }
  if (isOrdered && field.type === 'date') {
    const query = { bool: { filter: [{ range: { [path]: wholeRange(now) } }, ...also] } }
    const days = { date_histogram: { field: path, fixed_interval: '1d' } }
    const parts = { docvalue_fields: [{ field: path, format: 'strict_date_optional_time' }], fields: [path] }
    const body = { ...common, ...parts, size: HITS, query, sort: [{ uuid: 'asc' }], aggs: { days } }
    bodies.push({ path, what: 'times', body })
    // Composite aggregations need a search without hits.
    const pages = { composite: { size: BUCKETS, sources: [{ day: days }] } }
    bodies.push({ path, what: 'pages of times', body: { ...common, size: 0, query, aggs: { pages } } })
  }
  return bodies
}
