import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import type { SpeedCase } from '../../alerts/speed/measure-cases.ts'

const DAY_MS = 86_400_000
/** No turn repeats a question. */
const STEP_MS = 61_000

/** What the pages of an analyst ask, whose riskiest alerts are acknowledged. */
export function triageCases({ to }: DatasetMeta): SpeedCase[] {
  const iso = (ms: number) => new Date(ms).toISOString()
  const end = (turn: number) => Date.parse(to) - turn * STEP_MS
  const isOpen = { bool: { must_not: [{ terms: { status: ['acknowledged', 'closed'] } }] } }
  const span = (turn: number, days?: number) => ({
    range: {
      '@timestamp': { lte: iso(end(turn)), ...(days !== undefined && { gte: iso(end(turn) - days * DAY_MS) }) },
    },
  })
  const query = (turn: number, days?: number) => ({ bool: { filter: [span(turn, days), isOpen] } })
  const url = (path: string, more: string) => (turn: number, days?: number) => {
    const from = days === undefined ? '' : `&date_from=${iso(end(turn) - days * DAY_MS)}`
    return `/api/alerts${path}?status=open${more}${from}&date_to=${iso(end(turn))}`
  }

  const listing = (name: string, sort: 'date' | 'risk', p95Ms: number): SpeedCase => ({
    name,
    path: url('', `&limit=100&sort_by=${sort}_desc`),
    bare: {
      index: 'alerts',
      body: (turn) => ({
        size: 100,
        track_total_hits: 10_000,
        _source: { excludes: ['contributions'] },
        query: query(turn),
        sort: [{ [sort === 'date' ? '@timestamp' : 'rank']: 'desc' }, { uuid: 'desc' }],
      }),
    },
    p95Ms,
  })
  const counts = { terms: { field: 'severity', size: 1_000, order: { _key: 'asc' } } }
  const summary = (name: string, days: number, interval: string, p95Ms: number): SpeedCase => ({
    name,
    path: (turn) => url('/summary', `&interval=${interval}&top=name,src_ip`)(turn, days),
    bare: {
      index: 'alerts',
      body: (turn) => ({
        size: 0,
        track_total_hits: true,
        query: query(turn, days),
        aggs: {
          counts,
          times: {
            date_histogram: { field: '@timestamp', fixed_interval: interval, min_doc_count: 1 },
            aggs: { counts },
          },
          name: { terms: { field: 'name', size: 10 } },
          src_ip: { terms: { field: 'src_ip', size: 10 } },
        },
      }),
    },
    p95Ms,
    mostTimesBare: 1.3,
  })
  const groups = (name: string, days: number, p95Ms: number): SpeedCase => ({
    name,
    path: (turn) => url('/groups', '&limit=100')(turn, days),
    bare: {
      index: 'alerts',
      body: (turn) => ({
        size: 101,
        track_total_hits: false,
        query: query(turn, days),
        collapse: { field: 'group' },
        sort: [{ '@timestamp': 'desc' }, { uuid: 'desc' }],
        _source: { excludes: ['contributions'] },
      }),
    },
    p95Ms,
  })
  return [
    listing('100 newest open alerts', 'date', 150),
    listing('100 open alerts by risk', 'risk', 250),
    summary('summary of 24 hours', 1, '30m', 300),
    summary('summary of 30 days', 30, '12h', 2_000),
    groups('groups of 24 hours', 1, 500),
    groups('groups of 30 days', 30, 3_000),
  ]
}
