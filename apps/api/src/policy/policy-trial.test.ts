import { RiskPolicyTrial, trialLimits } from '@watchpost/contract'
import { type AlertPageRequest, EngineFailure, type ListedAlert } from '@watchpost/engine'
import { firstPolicy } from '@watchpost/risk'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import type { AlertFakes } from '../../test/alerts/some-alerts.ts'

const { policy } = firstPolicy
const uuidOf = (number: number) => `7-${'a'.repeat(32)}-${String(number).padStart(12, '0')}`
const trial = (payload: object, headers: Record<string, string> = asOperator) =>
  ({ method: 'POST', url: '/api/risk-policy/trial', payload, headers }) as const

function entryOf(number: number, severity: number): ListedAlert {
  return {
    index: 'alerts-2026.11.14-000001',
    '@timestamp': '2026-11-14T09:12:33.412Z',
    timestamp_received: '2026-11-14T09:12:35.001Z',
    uuid: uuidOf(number),
    family: 'network_events',
    type: 'network_engine',
    event_type: 'alert',
    severity,
    name: `SYNTHETIC ${number}`,
    description: 'A sentence.',
    status: 'open',
    group: 'g',
    risk: 75,
    effective_risk: 75,
    policy_version: 1,
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    ingest: { epoch: 1, partition: 1, offset: number },
  }
}

/** Network alerts of the severities given, all outbound by addresses and of one category. */
function stored(...severities: number[]) {
  const entries = severities.map((severity, number) => entryOf(number, severity))
  const requests: AlertPageRequest[] = []
  const fakes: AlertFakes = {
    page: async (request) => {
      requests.push(request)
      return { entries: request.filter.types?.includes('network_engine') === false ? [] : entries }
    },
    named: async (uuids) => entries.filter(({ uuid }) => uuids.includes(uuid)),
    documents: async (references) =>
      new Map(references.map(({ uuid }) => [uuid, { event_type: 'alert', src_ip: '10.1.0.5', dest_ip: '192.0.2.1' }])),
  }
  return { requests, fakes }
}

test('returns built-in examples, marked as such, where nothing is stored', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(trial({ policy }))
  const body: RiskPolicyTrial = answer.json()
  expect([answer.statusCode, Value.Check(RiskPolicyTrial, body)]).toEqual([200, true])
  expect(new Set(body.examples.map(({ type }) => type))).toEqual(
    new Set(['network_engine', 'malware_engine', 'code_engine', null]),
  )
  expect(body.examples.every(({ is_built_in, self }) => is_built_in && self === null)).toBe(true)
  expect(body.examples.map(({ wanted }) => wanted)).toEqual(body.examples.map(({ in_force }) => in_force))
})

test('scores different stored alerts by the current and the given policy, and changes nothing', async () => {
  await using api = await anApi({ alerts: stored(1, 1, 3).fakes })
  const wanted = { ...policy, severity: { ...policy.severity, '1': 50 }, own_networks: ['192.0.2.0/24'] }
  const { examples, version }: RiskPolicyTrial = (await api.app.inject(trial({ policy: wanted }))).json()
  const real = examples.filter(({ is_built_in }) => !is_built_in)
  expect(version).toBe(1)
  expect(real.map(({ name, in_force, wanted: then }) => [name, in_force.risk, then.risk])).toEqual([
    ['SYNTHETIC 0', 50, 65],
    ['SYNTHETIC 2', 25, 20],
  ])
  expect(real[0]?.wanted.contributions).toContainEqual({ name: 'severity', points: 50, reason: 'severity 1' })
  expect((await api.app.inject({ url: '/api/risk-policy', headers: asOperator })).json().version).toBe(1)
})

test('scores the worst alerts of a cluster again', async () => {
  const cluster = {
    angles: ['src/all'],
    frequency: 'hour' as const,
    ip: '10.1.0.5',
    date: '2026-11-14T09:00:00.000Z',
    number_alerts: 30,
    average_risk: 1,
    worst_risk: 1,
    risk_score: 1,
    by_risk: 1,
    policy_version: 1,
    contributions: [],
    network_engine: 30,
    malware_engine: 0,
    code_engine: 0,
    first: '',
    last: '',
    number_signatures: 1,
    signatures: [],
    number_peers: 1,
    peers: [],
    number_probes: 1,
    probes: [],
  }
  await using api = await anApi({ alerts: { ...stored(1).fakes, clusters: async () => ({ clusters: [cluster] }) } })
  const wanted = { ...policy, cluster: { ...policy.cluster, worst_percent: 100 } }
  const { examples }: RiskPolicyTrial = (await api.app.inject(trial({ policy: wanted }))).json()
  const found = examples.find(({ kind }) => kind === 'cluster')
  expect([found?.name, found?.in_force.risk, found?.wanted.risk]).toEqual(['10.1.0.5', 40, 60])
})

test('reads the examples from the engine once for many requests', async () => {
  const { fakes, requests } = stored(1, 2)
  await using api = await anApi({ alerts: fakes })
  await Promise.all([1, 2, 3].map(() => api.app.inject(trial({ policy }))))
  expect(requests.map(({ filter, limit }) => [filter.types?.[0], limit])).toEqual([
    ['network_engine', 200],
    ['malware_engine', 200],
    ['code_engine', 200],
  ])
})

test('does not cache a failure of the engine', async () => {
  const { fakes } = stored(1)
  let isAway = true
  const page: AlertFakes['page'] = async (request, asking) => {
    if (isAway) throw new EngineFailure('no-answer')
    return fakes.page?.(request, asking) ?? { entries: [] }
  }
  await using api = await anApi({ alerts: { ...fakes, page } })
  expect((await api.app.inject(trial({ policy }))).statusCode).toBe(503)
  isAway = false
  expect((await api.app.inject(trial({ policy }))).statusCode).toBe(200)
})

test('uses alerts given by uuid as examples, and rejects one that is not stored', async () => {
  await using api = await anApi({ alerts: stored(1, 1, 3).fakes })
  const named = await api.app.inject(trial({ policy, alerts: [uuidOf(1)] }))
  expect(named.json().examples.map(({ name }: { name: string }) => name)).toEqual(['SYNTHETIC 1'])
  expect((await api.app.inject(trial({ policy, alerts: [uuidOf(9)] }))).json().type).toBe('/problems/alert-not-found')
  const many = Array.from({ length: trialLimits.alerts + 1 }, (_, number) => uuidOf(number))
  expect((await api.app.inject(trial({ policy, alerts: many }))).statusCode).toBe(400)
})

test.each<[object, string]>([
  [{ ...policy, own_networks: ['10.0.0.0/8', 'nowhere'] }, '/own_networks/1'],
  [{ ...policy, detector: { ...policy.detector, network_engine: 1_000 } }, '/detector/network_engine'],
  [{ ...policy, severity: { ...policy.severity, '1': null } }, '/severity/1'],
  [{ ...policy, category: { 'a/b~c': 'much' } }, '/category/a~1b~0c'],
  [
    {
      ...policy,
      verdict: [
        { at_least: 0, points: 1 },
        { at_least: 0.5, points: 2 },
      ],
    },
    '/verdict/1/at_least',
  ],
])('rejects an invalid policy with the same text as a change', async (wanted, pointer) => {
  await using api = await anApi()
  const tried = await api.app.inject(trial({ policy: wanted }))
  const put = { method: 'PUT', url: '/api/risk-policy', headers: { 'api-key': tokens.administrator } } as const
  const changed = await api.app.inject({ ...put, payload: wanted })
  const words = changed.json().errors.find((each: { pointer: string }) => each.pointer === `#${pointer}`)
  expect(tried.json().errors).toContainEqual({ ...words, pointer: `#/policy${pointer}` })
})

test('audits the examples that were shown', async () => {
  await using api = await anApi({ alerts: stored(1).fakes })
  await api.app.inject(trial({ policy }))
  expect(api.accesses).toMatchObject([{ action: 'risk-policy.try', detail: `/api/alerts/${uuidOf(0)}` }])
})
