import { createScorer, firstPolicy } from '@watchpost/risk'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditOrigin } from '../audit/audit-store.ts'
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

test('starts with the policy that is built into the code', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  expect(await policies.newestVersion()).toBe(1)
  expect(await policies.newest()).toMatchObject({ ...firstPolicy, createdBy: 'watchpost' })
  expect(() => createScorer(firstPolicy)).not.toThrow()
})

test('adds, numbers and audits a new version', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  expect(await policies.add(origin, other, 1)).toMatchObject({ version: 2, policy: other, createdBy: 'ada' })
  expect((await policies.list()).map(({ version }) => version)).toEqual([2, 1])
  expect(await policies.find(1)).toMatchObject(firstPolicy)
  const audit = await test.store.db.selectFrom('audit').select(['action', 'object', 'before', 'after']).execute()
  expect(audit).toEqual([
    { action: 'risk-policy.add', object: 'risk-policy/2', before: firstPolicy.policy, after: other },
  ])
})

test('rejects a change based on an outdated version', async () => {
  await using test = await testStore()
  const policies = createRiskPolicyStore(test.store)
  const outcomes = await Promise.all([policies.add(origin, other, 1), policies.add(origin, other, 1)])
  expect(outcomes.filter((each) => each === 'changed-meanwhile')).toHaveLength(1)
  expect(await policies.newestVersion()).toBe(2)
})

test('falls back to the last version before a missing one', async () => {
  await using test = await testStore()
  expect(await createRiskPolicyStore(test.store).find(7)).toMatchObject({ version: 1 })
})

test('rejects updates and deletes of a version', async () => {
  await using test = await testStore()
  for (const statement of [sql`update risk_policy set version = 9`, sql`delete from risk_policy`])
    await expect(statement.execute(test.store.db)).rejects.toThrow('never changes')
})
