import { setTimeout as sleep } from 'node:timers/promises'
import { createBuildProgress } from '../../dataset/build-progress.ts'
import { type OpenDataset, openDataset } from '../../dataset/open-dataset.ts'
import type { Report } from '../report.ts'
import { type ProofApi, startProofApi } from '../search/proof-api.ts'

export interface SpeedOptions {
  isSmall: boolean
  seed: number
  alerts: number
}

const DAY_MS = 86_400_000
const DAYS = 30

interface Case {
  name: string
  /** The address of a turn: each turn asks something else, so that no cache answers. */
  path(turn: number): string
  /** What the engine is asked for the same rows, by whoever asks it directly. */
  bare: { index: string; body(turn: number): object }
  p95Ms: number
}

/** How long listings take over many alerts, beside the engine asked directly. */
export async function checkSpeed(report: Report, { isSmall, seed, alerts }: SpeedOptions): Promise<void> {
  const progress = createBuildProgress(alerts, process.stderr)
  report.step(`data set of ${alerts} alerts over ${DAYS} days`)
  await using dataset = await openDataset({ events: alerts, alerts, days: DAYS, seed }, { heap: '1g', progress })
  progress.stop()
  await using api = await startProofApi({ engineUrl: dataset.url, generations: [] })
  const ask = await createPlainAsker(api)
  const turns = isSmall ? 10 : 60
  for (const each of casesOf(dataset, await deepCursors(ask))) {
    const ours: number[] = []
    const bare: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      ours.push(await timed(() => ask(each.path(turn))))
      bare.push(await timed(() => askEngine(dataset.url, each.bare.index, each.bare.body(turn))))
    }
    const [mine, theirs] = [figures(ours), figures(bare)]
    report.figure(`${each.name} p50`, mine.p50)
    report.figure(`${each.name} p95`, mine.p95)
    report.check(
      `${each.name}: p95 under ${each.p95Ms} ms`,
      mine.p95 <= each.p95Ms || isSmall,
      `p50 ${mine.p50.toFixed(1)}, p95 ${mine.p95.toFixed(1)} ms; bare engine p50 ${theirs.p50.toFixed(1)}, p95 ${theirs.p95.toFixed(1)} ms`,
    )
    await sleep(100)
  }
}

type PlainAsk = (path: string) => Promise<{ status: number; link: string; rows: Record<string, unknown>[] }>

function casesOf({ meta }: OpenDataset, deep: { date: string; risk: string }): Case[] {
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

/** The same page as an address with a cursor asks for, as the engine is asked. */
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

/** Half a million rows into each order, by pages of 10,000; then pages of a hundred. */
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

async function createPlainAsker(api: ProofApi): Promise<PlainAsk> {
  const login = await fetch(`${api.plainUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(api.credentials),
  })
  const { token } = (await login.json()) as { token: string }
  return async (path) => {
    const response = await fetch(api.plainUrl + path, { headers: { 'api-key': token } })
    const rows = (await response.json()) as Record<string, unknown>[]
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(rows)}`)
    const [, link = ''] = /^<([^>]+)>/.exec(response.headers.get('link') ?? '') ?? []
    return { status: response.status, link, rows }
  }
}

async function askEngine(url: string, index: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function figures(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
