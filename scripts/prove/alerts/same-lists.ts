import { isDeepStrictEqual } from 'node:util'
import { createChance } from '../harness/chance.ts'
import type { Report } from '../harness/report.ts'
import { type ClusterQuestion, type ExpectedCluster, expectedAlerts, expectedClusters } from './expected-lists.ts'
import type { KnownAlert } from './expected-matches.ts'
import type { Policy } from './expected-risk.ts'
import { type Asker, nextOf } from './http.ts'
import { networkOf, queryOf, someFilters } from './some-filters.ts'

export interface SameListsOptions {
  report: Report
  asker: Asker
  base: string
  alerts: readonly KnownAlert[]
  policy: Policy
  questions: number
  seed: number
}

interface AlertRow {
  uuid: string
  risk: number
  contributions: { points: number }[]
}

type ClusterRow = Omit<ExpectedCluster, 'probe'> & { probe: { id: number }; contributions: { points: number }[] }

const sorts = ['date_asc', 'date_desc', 'risk_asc', 'risk_desc'] as const
const clusterSorts = ['date', 'risk', 'ip', 'number_alerts'] as const

/** Random filters and intervals: every listing must equal the one computed from the oracle, completely and in order. */
export async function checkSameLists(options: SameListsOptions): Promise<void> {
  await checkEveryAlert(options)
  await checkAlertLists(options)
  await checkClusterLists(options)
}

async function checkEveryAlert({ report, asker, base, alerts }: SameListsOptions): Promise<void> {
  const rows = await asker.all<AlertRow>(base, '/api/alerts?limit=10000&expand=contributions')
  const expected = new Map(alerts.map(({ uuid, risk }) => [uuid, risk]))
  const wrong = rows.filter(({ uuid, risk }) => expected.get(uuid) !== risk)
  const unsummed = rows.filter((row) => sumOf(row.contributions) !== row.risk)
  report.check(
    'every alert is listed once, with the risk that the policy gives',
    rows.length === alerts.length && new Set(rows.map(({ uuid }) => uuid)).size === rows.length && wrong.length === 0,
    `${rows.length} of ${alerts.length}, ${wrong.length} with another risk ${wrong[0]?.uuid ?? ''}`,
  )
  report.check('contributions add up to the risk of every alert', unsummed.length === 0, `${rows.length} alerts`)
}

async function checkAlertLists({ report, asker, base, alerts, questions, seed }: SameListsOptions): Promise<void> {
  const random = createChance(seed)
  let [rows, differing, example] = [0, 0, '']
  for (let turn = 0; turn < questions; turn++) {
    const filters = someFilters(random, alerts)
    const sort = random.pick(sorts)
    const limit = random.pick([7, 100, 1_000, 10_000])
    const expected = expectedAlerts(alerts, filters, sort)
    const wanted = expected.slice(0, limit * 20)
    const path = `/api/alerts?${queryOf({ ...filters, sort_by: sort, limit })}`
    const found = await firstPages(asker, base, path, 20)
    rows += found.length
    if (isDeepStrictEqual(found, wanted)) continue
    differing++
    example ||= `${path}: ${found.length} for ${wanted.length}`
  }
  report.check(`${questions} listings of alerts equal the oracle's`, differing === 0, `${rows} rows ${example}`)
}

async function firstPages(asker: Asker, base: string, path: string, most: number): Promise<string[]> {
  const found: string[] = []
  let next: string | undefined = path
  for (let page = 0; next && page < most; page++) {
    const answer: Awaited<ReturnType<typeof asker.ask<AlertRow[]>>> = await asker.ask<AlertRow[]>(base, next)
    if (answer.status !== 200) throw new Error(`${next}: ${answer.status} ${JSON.stringify(answer.body)}`)
    found.push(...answer.body.map(({ uuid }) => uuid))
    next = nextOf(answer)
  }
  return found
}

async function checkClusterLists(options: SameListsOptions): Promise<void> {
  const { report, asker, base, alerts, policy, questions, seed } = options
  const random = createChance(seed + 1)
  let [rows, differing, unsorted, unsummed, example] = [0, 0, 0, 0, '']
  for (let turn = 0; turn < questions; turn++) {
    const asked = someFrames(random, alerts)
    const [sort, direction] = [random.pick(clusterSorts), random.pick(['asc', 'desc'] as const)]
    const query = queryOf({ ...asked, sort_by: `${sort}_${direction}`, limit: 10_000, expand: 'contributions' })
    const path = `/api/alerts/clusters?${query}`
    const found = await asker.all<ClusterRow>(base, path)
    rows += found.length
    unsummed += found.filter((row) => sumOf(row.contributions) !== row.risk_score).length
    if (!isSorted(found, sort, direction)) unsorted++
    const comparable = found.map(toComparable).sort((a, b) => (a.id < b.id ? -1 : 1))
    const expected = expectedClusters(alerts, asked, policy)
    if (isDeepStrictEqual(comparable, expected)) continue
    differing++
    const first = expected.find((each, at) => !isDeepStrictEqual(each, comparable[at]))
    const theirs = comparable.find(({ id }) => id === first?.id)
    example ||= `${path}: ${comparable.length} for ${expected.length}; ${JSON.stringify(first)} for ${JSON.stringify(theirs)}`
  }
  report.check(`${questions} listings of clusters equal the oracle's`, differing === 0, `${rows} rows ${example}`)
  report.check('clusters come in the order asked for', unsorted === 0)
  report.check('contributions add up to the score of every cluster', unsummed === 0, `${rows} clusters`)
}

function toComparable({ probe, ...row }: ClusterRow): ExpectedCluster {
  const { id, ip, number_alerts, average_risk, risk_score, date, malware_codeanalysis, type_ip } = row
  const { network_engine, malware_engine, code_engine, worst_risk, first, last } = row
  const { number_signatures, number_peers, number_probes } = row
  return {
    id,
    ip,
    number_alerts,
    average_risk,
    risk_score,
    date,
    malware_codeanalysis,
    type_ip,
    probe: probe.id,
    network_engine,
    malware_engine,
    code_engine,
    worst_risk,
    first,
    last,
    number_signatures,
    number_peers,
    number_probes,
  }
}

function isSorted(
  rows: readonly ClusterRow[],
  sort: (typeof clusterSorts)[number],
  direction: 'asc' | 'desc',
): boolean {
  if (sort === 'ip') return true
  const values = rows.map((row) => (sort === 'risk' ? row.risk_score : row[sort]))
  return values.every((value, at) => {
    const before = values[at - 1]
    return before === undefined || (direction === 'asc' ? before <= value : before >= value)
  })
}

const sumOf = (contributions: readonly { points: number }[]) =>
  contributions.reduce((sum, { points }) => sum + points, 0)

type Random = ReturnType<typeof createChance>

function someFrames(random: Random, alerts: readonly KnownAlert[]): ClusterQuestion {
  const some = () => random.pick(alerts)
  const asked: ClusterQuestion = {
    frequency: random.pick(['hour', 'day'] as const),
    type_ip: random.pick(['src', 'dest', 'both'] as const),
    probe_id: random.pick(['all', 'all', String(some().probe)]),
  }
  if (random.below(2) === 0) {
    const [from, to] = [some().time, some().time].map((time) => time.slice(0, 19)).sort()
    Object.assign(asked, { date_from: from, date_to: to })
  }
  if (random.below(2) === 0) asked.ip = random.pick([some().src, some().dst, networkOf(some().src)])
  return asked
}
