import { createScorer, firstPolicy } from '@watchpost/risk'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditOrigin } from '../audit/audit-store.ts'
import { up as addSecondPolicy } from '../migrations/20261119T0810-risk-policy-worst.ts'
import { createRiskPolicyStore } from './risk-policy-store.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'ada',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}
const other = { ...firstPolicy.policy, own_networks: ['192.0.2.0/24'] }

const { policy } = firstPolicy
const shipped = { ...policy, cluster: { ...policy.cluster, worst_percent: 100 } }

test('starts with the built-in policy, and with one in which the highest alert counts fully for its cluster', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  expect(await policies.newestVersion()).toBe(2)
  expect(await policies.list()).toMatchObject([
    { version: 2, policy: shipped, createdBy: 'watchpost' },
    { ...firstPolicy, createdBy: 'watchpost' },
  ])
  const { scoreCluster } = createScorer({ version: 2, policy: shipped })
  expect(scoreCluster({ worst: 75, alerts: 1, peers: 1, signatures: 1, detectors: 1 }).risk).toBe(75)
})

test.each([
  ['a version of the operator', { version: 2, policy: other }],
  ['the first version, as it is', undefined],
])('an upgrade finds %s', async (_, added) => {
  await using test = await testStore()
  const { db } = test.store
  const policies = createRiskPolicyStore(test.store)
  await sql`alter table risk_policy disable trigger all`.execute(db)
  await sql`delete from risk_policy where version > 1`.execute(db)
  await sql`alter table risk_policy enable trigger all`.execute(db)
  if (added) await policies.add(origin, added.policy)
  await addSecondPolicy(db)
  await addSecondPolicy(db)
  expect((await policies.list()).map(({ version, createdBy }) => [version, createdBy])).toEqual([
    [2, added ? 'ada' : 'watchpost'],
    [1, 'watchpost'],
  ])
  expect(await policies.newest()).toMatchObject(added ?? { version: 2, policy: shipped })
})

test('adds, numbers and audits a new version', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  expect(await policies.add(origin, other, 2)).toMatchObject({ version: 3, policy: other, createdBy: 'ada' })
  expect((await policies.list()).map(({ version }) => version)).toEqual([3, 2, 1])
  expect(await policies.find(1)).toMatchObject(firstPolicy)
  const audit = await test.store.db.selectFrom('audit').select(['action', 'object', 'before', 'after']).execute()
  expect(audit).toEqual([{ action: 'risk-policy.add', object: 'risk-policy/3', before: shipped, after: other }])
})

test('rejects a change based on an outdated version', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  const outcomes = await Promise.all([policies.add(origin, other, 2), policies.add(origin, other, 2)])
  expect(outcomes.filter((each) => each === 'changed-meanwhile')).toHaveLength(1)
  expect(await policies.newestVersion()).toBe(3)
})

test('falls back to the last version before a missing one', async () => {
  await using test = await testStore()
  expect(await createRiskPolicyStore(test.store).find(7)).toMatchObject({ version: 2 })
})

test('rejects updates and deletes of a version', async () => {
  await using test = await testStore()
  for (const statement of [sql`update risk_policy set version = 9`, sql`delete from risk_policy`])
    await expect(statement.execute(test.store.db)).rejects.toThrow('never changes')
})
