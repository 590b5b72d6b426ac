import { RiskPolicyVersion } from '@watchpost/contract'
import { firstPolicy, RiskPolicy } from '@watchpost/risk'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'

const url = '/api/risk-policy'
const own = { ...firstPolicy.policy, own_networks: ['192.0.2.0/24', '2001:db8::/32'] }
const put = (payload: object, headers: Record<string, string> = {}) =>
  ({ method: 'PUT', url, payload, headers: { 'api-key': tokens.administrator, ...headers } }) as const

test('operators read the policy and its version', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url, headers: asOperator })
  expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
  expect(answer.json()).toMatchObject({ version: 1, created_by: 'watchpost', policy: firstPolicy.policy })
  expect(Value.Check(RiskPolicyVersion, answer.json())).toBe(true)
})

test('the schema of the policy is enough to build a form', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: `${url}/schema`, headers: asOperator })
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(RiskPolicy)))
  expect(answer.json().properties.direction.properties.outbound).toMatchObject({
    maximum: 100,
    description: 'From an own network to elsewhere.',
  })
})

test('an administrator creates a new version, and the old one stays', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(put(own, { 'if-match': '"1"' }))
  expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"'])
  expect(answer.json()).toMatchObject({ version: 2, created_by: 'administrator', policy: own })
  const versions = await api.app.inject({ url: `${url}/versions`, headers: asOperator })
  expect(versions.json().map(({ version }: RiskPolicyVersion) => version)).toEqual([2, 1])
})

test('rejects other roles, and the second of two changes to the same version', async () => {
  await using api = await anApi()
  expect((await api.app.inject(put(own, { 'api-key': tokens.operator }))).statusCode).toBe(403)
  await api.app.inject(put(own))
  expect((await api.app.inject(put(own, { 'if-match': '"1"' }))).statusCode).toBe(412)
  expect((await api.app.inject(put(own, { 'if-match': 'x' }))).statusCode).toBe(400)
})

test.each<[object, string]>([
  [{ ...own, own_networks: ['10.0.0.0/8', 'nowhere'] }, '#/own_networks/1'],
  [{ ...own, detector: { ...own.detector, network_engine: 1_000 } }, '#/detector/network_engine'],
  [{ ...own, category: { x: 'much' } }, '#/category/x'],
  [
    {
      ...own,
      verdict: [
        { at_least: 0, points: 1 },
        { at_least: 0.5, points: 2 },
      ],
    },
    '#/verdict/1/at_least',
  ],
])('rejects an invalid policy with a pointer', async (policy, pointer) => {
  await using api = await anApi()
  const answer = await api.app.inject(put(policy))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer }))
  expect((await api.app.inject({ url, headers: asOperator })).json().version).toBe(1)
})
