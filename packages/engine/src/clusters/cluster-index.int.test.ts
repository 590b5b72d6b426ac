import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { nest } from '../mapping/index-body.ts'
import type { ClusterDocument, StoredCluster } from './cluster-document.ts'
import { createClusterDays } from './cluster-days.ts'
import { clusterFields } from './cluster-fields.ts'
import { createClusterIndex } from './cluster-index.ts'
import { type ClusterOrder, type ClusterPosition, createClusterSearch } from './cluster-search.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
const never = new AbortController().signal

function aCluster(n: number, more: Partial<ClusterDocument> = {}): StoredCluster {
  const date = `2026-11-14T0${n % 4}:00:00.000Z`
  const ip = n % 5 === 0 ? `2001:db8::${(n + 1).toString(16)}` : `10.0.0.${n}`
  const risk_score = (n * 7) % 10
  const document: ClusterDocument = {
    angles: n % 3 === 0 ? ['src/all', 'src/7'] : ['src/all', 'src/8', 'both/all', 'both/8'],
    frequency: 'hour',
    ip,
    date,
    number_alerts: 1 + (n % 6),
    average_risk: 12.5,
    worst_risk: 20,
    risk_score,
    by_risk: risk_score * 2 ** 43 + Date.parse(date),
    policy_version: 1,
    contributions: [{ name: 'worst', points: risk_score, reason: 'x' }],
    network_engine: 1,
    malware_engine: 0,
    code_engine: 0,
    first: date,
    last: date,
    number_signatures: 1,
    signatures: [{ name: 'x', number_alerts: 1 }],
    number_peers: 1,
    peers: [{ name: '192.0.2.1', number_alerts: 1 }],
    number_probes: 1,
    probes: [{ id: 7, fqdn: 'p' }],
    ...more,
  }
  return { id: `hour|${date}|${ip}|${document.angles[0]}|${n}`, document }
}
const all = Array.from({ length: 40 }, (_, n) => aCluster(n))

test('keeps the highest version of a cluster, in any order of arrival', async () => {
  await using engine = testEngine()
  const index = createClusterIndex(engine.client, engine.config)
  await index.create()
  await index.create()
  const [first] = all as [StoredCluster]
  const later = { ...first, document: { ...first.document, number_alerts: 9 } }
  const version = 2 ** 52
  expect(await index.write([later], version, never)).toBe(0)
  expect(await index.write([first], version - 1, never)).toBe(1)
  expect(await index.write([later], version, never)).toBe(0)
  await engine.client.indices.refresh({ index: `${engine.config.prefix}clusters` })
  const filter = { frequency: 'hour', angle: 'src/all' } as const
  const page = await createClusterSearch(engine.client, engine.config).page(
    { filter, order: 'date_desc', limit: 10, count: 'exact' },
    asking,
  )
  expect(page).toEqual({ clusters: [later.document], total: { value: 1, isExact: true } })
})

test('lists clusters by angle, frame, IP address and score, page by page, in every order', async () => {
  await using engine = testEngine()
  const index = createClusterIndex(engine.client, engine.config)
  await index.create()
  await index.write([...all, aCluster(50, { frequency: 'day' })], 1, never)
  await engine.client.indices.refresh({ index: `${engine.config.prefix}clusters` })
  const search = createClusterSearch(engine.client, engine.config)
  const listed = async (order: ClusterOrder, more: object = {}) => {
    const found: ClusterDocument[] = []
    let after: ClusterPosition | undefined
    do {
      const filter = { frequency: 'hour' as const, angle: 'src/all', ...more }
      const page = await search.page({ filter, order, limit: 7, count: 'none', ...(after && { after }) }, asking)
      found.push(...page.clusters)
      after = page.next
    } while (after)
    return found
  }
  const documents = all.map(({ document }) => document)
  const key = ({ ip, date }: ClusterDocument) => `${ip}|${date}`
  const sorted = (of: ClusterDocument[]) => of.map(key).sort()

  for (const name of ['date', 'risk', 'ip', 'number_alerts'] as const) {
    const up = await listed(`${name}_asc`)
    const down = await listed(`${name}_desc`)
    expect(sorted(up)).toEqual(sorted(documents))
    expect(down.map(key)).toEqual(up.map(key).toReversed())
    const valueOf = (each: ClusterDocument) => (name === 'risk' ? each.risk_score : each[name])
    if (name !== 'ip') {
      const values = up.map(valueOf)
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    }
  }
  expect(sorted(await listed('risk_desc', { angle: 'src/7' }))).toEqual(
    sorted(documents.filter(({ angles }) => angles.includes('src/7'))),
  )
  expect(sorted(await listed('risk_desc', { ip: '10.0.0.0/8', riskMin: 5 }))).toEqual(
    sorted(documents.filter(({ ip, risk_score }) => ip.startsWith('10.') && risk_score >= 5)),
  )
  const from = '2026-11-14T02:00:00.000Z'
  expect(sorted(await listed('date_asc', { from, to: from }))).toEqual(
    sorted(documents.filter(({ date }) => date === from)),
  )
  expect(await index.removeBefore('2026-11-14T01:00:00.000Z')).toBe(10)
})

test('lists the days of IP addresses, page by page', async () => {
  await using engine = testEngine()
  const index = createClusterIndex(engine.client, engine.config)
  await index.create()
  const days = [13, 14].flatMap((day) =>
    Array.from({ length: 5 }, (_, n) => ({
      frequency: 'day' as const,
      date: `2026-11-${day}T00:00:00.000Z`,
      ip: n === 4 ? '2001:db8::1' : `10.0.0.${n}`,
      angles: ['src/all', 'both/all'],
    })),
  )
  const other = aCluster(90, { frequency: 'day', angles: ['dest/all'] })
  await index.write([...all, other, ...days.map((more, n) => aCluster(n + 50, more))], 1, never)
  const { refresh, after } = createClusterDays(engine.client, engine.config)
  await refresh()
  const found: string[] = []
  for (let position: ClusterPosition | undefined = []; position; ) {
    const page = await after(position, 3, asking)
    found.push(...page.days.map(({ day, ip }) => `${day} ${ip}`))
    position = page.next
  }
  const sorted = (of: string[]) => of.toSorted()
  expect(sorted(found)).toEqual(sorted(days.map(({ date, ip }) => `${date.slice(0, 10)} ${ip}`)))
  expect(found.map((each) => each.slice(0, 10))).toEqual(found.map((each) => each.slice(0, 10)).toSorted())
})

test('lists clusters with and without open alerts', async () => {
  await using engine = testEngine()
  const index = createClusterIndex(engine.client, engine.config)
  await index.create()
  const counts = [{ open: 2, acknowledged: 0, closed: 0 }, { open: 0, acknowledged: 1, closed: 1 }, {}]
  await index.write(
    counts.map((more, n) => aCluster(n + 1, more)),
    1,
    never,
  )
  await engine.client.indices.refresh({ index: `${engine.config.prefix}clusters` })
  const listed = async (hasOpen: boolean) => {
    const filter = { frequency: 'hour', angle: 'src/all', hasOpen } as const
    const search = createClusterSearch(engine.client, engine.config)
    const { clusters } = await search.page({ filter, order: 'ip_asc', limit: 9, count: 'none' }, asking)
    return clusters.map(({ ip }) => ip)
  }
  expect(await listed(true)).toEqual(['10.0.0.1', '10.0.0.3'])
  expect(await listed(false)).toEqual(['10.0.0.2'])
})

test('adds the counts by status to an index of an earlier version', async () => {
  await using engine = testEngine()
  const earlier = new Map([...clusterFields].filter(([name]) => !['open', 'acknowledged', 'closed'].includes(name)))
  const name = `${engine.config.prefix}clusters`
  const mappings = { dynamic: false, properties: nest(earlier) }
  await engine.client.indices.create({ index: `${name}-000001`, body: { mappings, aliases: { [name]: {} } } })
  const index = createClusterIndex(engine.client, engine.config)
  await index.create()
  const counts = { open: 1, acknowledged: 0, closed: 2 }
  await index.write([aCluster(1, counts)], 1, never)
  await engine.client.indices.refresh({ index: name })
  const { body } = await engine.client.count({ index: name, body: { query: { term: { closed: 2 } } } })
  expect(body.count).toBe(1)
})
