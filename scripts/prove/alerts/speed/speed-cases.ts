import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import type { SpeedCase } from './measure-cases.ts'
import type { PlainAsk } from './plain-ask.ts'

const DAY_MS = 86_400_000

/** The listings that users open most often, and a very deep page. */
export async function speedCases(meta: DatasetMeta, ask: PlainAsk): Promise<SpeedCase[]> {
  return casesOf(meta, await deepCursors(ask))
}

function casesOf(meta: DatasetMeta, deep: { date: string; risk: string }): SpeedCase[] {
  const newest = Date.parse(meta.to)
  const iso = (ms: number) => new Date(ms).toISOString()
  const before = (turn: number) => iso(newest - turn * 61_000)
  const upTo = (turn: number) => ({ range: { '@timestamp': { lte: before(turn) } } })
  const shown = { size: 100, track_total_hits: 10_000, _source: { excludes: ['contributions'] } }
  const clusterRange = (turn: number, days: number) => ({
    range: { date: { gte: iso(newest - days * DAY_MS - turn * 61_000), lte: before(turn) } },
  })
  const clusters = (frequency: string, days: number) => (turn: number) => ({
    size: 100,
    track_total_hits: 10_000,
    query: { bool: { filter: [{ term: { angles: 'src/all' } }, { term: { frequency } }, clusterRange(turn, days)] } },
    sort: [{ by_risk: 'desc' }, { ip: 'desc' }],
  })
  const clusterPath = (frequency: string, days: number) => (turn: number) =>
    `/api/alerts/clusters?frequency=${frequency}&sort_by=risk_desc&limit=100&date_from=${iso(newest - days * DAY_MS - turn * 61_000)}&date_to=${before(turn)}`
  const busy = ['10.2.1.31', '10.3.0.53', '198.51.100.1', '203.0.113.1', '10.4.0.80']
  return [
    {
      name: '100 newest',
      path: (turn) => `/api/alerts?limit=100&date_to=${before(turn)}`,
      bare: {
        index: 'alerts',
        body: (turn) => ({ ...shown, query: upTo(turn), sort: [{ '@timestamp': 'desc' }, { uuid: 'desc' }] }),
      },
      p95Ms: 100,
    },
    {
      name: '100 by risk',
      path: (turn) => `/api/alerts?limit=100&sort_by=risk_desc&date_to=${before(turn)}`,
      bare: {
        index: 'alerts',
        body: (turn) => ({ ...shown, query: upTo(turn), sort: [{ rank: 'desc' }, { uuid: 'desc' }] }),
      },
      p95Ms: 100,
    },
    {
      name: '100 by address',
      path: (turn) => `/api/alerts?limit=100&ip=${busy[turn % busy.length]}&date_to=${before(turn)}`,
      bare: {
        index: 'alerts',
        body: (turn) => ({
          ...shown,
          query: { bool: { filter: [{ term: { ip: busy[turn % busy.length] } }, upTo(turn)] } },
          sort: [{ '@timestamp': 'desc' }, { uuid: 'desc' }],
        }),
      },
      p95Ms: 100,
    },
    {
      name: 'page 5,000 by date',
      path: () => deep.date,
      bare: { index: 'alerts', body: () => deepBody(deep.date, '@timestamp') },
      p95Ms: 100,
    },
    {
      name: 'page 5,000 by risk',
      path: () => deep.risk,
      bare: { index: 'alerts', body: () => deepBody(deep.risk, 'rank') },
      p95Ms: 100,
    },
    {
      name: 'clusters of 24 hours by hour, by risk',
      path: clusterPath('hour', 1),
      bare: { index: 'clusters', body: clusters('hour', 1) },
      p95Ms: 300,
    },
    {
      name: 'clusters of 30 days by day, by risk',
      path: clusterPath('day', 30),
      bare: { index: 'clusters', body: clusters('day', 30) },
      p95Ms: 800,
    },
  ]
}

/** The engine query for the same page as a URL with a cursor. */
function deepBody(path: string, field: string): object {
  const cursor = new URL(path, 'http://localhost').searchParams.get('cursor') ?? ''
  const { k } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { k: unknown[] }
  return {
    size: 100,
    track_total_hits: false,
    _source: { excludes: ['contributions'] },
    query: { match_all: {} },
    sort: [{ [field]: 'desc' }, { uuid: 'desc' }],
    search_after: k,
  }
}

/** Half a million rows deep in each order, by pages of 10,000; then pages of a hundred. */
async function deepCursors(ask: PlainAsk): Promise<{ date: string; risk: string }> {
  const reach = async (sort: string) => {
    let path = `/api/alerts?limit=10000&sort_by=${sort}`
    for (let page = 0; page < 50; page++) {
      const { link } = await ask(path)
      if (!link) break
      path = link
    }
    const url = new URL(path, 'http://localhost')
    url.searchParams.set('limit', '100')
    return url.pathname + url.search
  }
  return { date: await reach('date_desc'), risk: await reach('risk_desc') }
}
