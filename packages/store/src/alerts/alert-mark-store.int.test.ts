import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createAlertMarkStore, type MarkableAlert, type MarkedWish } from './alert-mark-store.ts'
import type { AuditOrigin } from '../audit/audit-store.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'ada',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}
/** Alerts share timestamps in pairs, and ranks in other pairs. */
const alerts: MarkableAlert[] = Array.from({ length: 6 }, (_, n) => ({
  uuid: `1-${'a'.repeat(32)}-00000000000${n}`,
  atMs: 1_000 + Math.floor(n / 2),
  rank: 9_000 - (n % 3),
  receivedAt: new Date(`2026-11-1${n}T00:00:00Z`),
}))
const [first, second] = alerts as [MarkableAlert, MarkableAlert]

test('stores, audits and partially updates the mark of an alert', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  expect(await marks.find(alerts.map(({ uuid }) => uuid))).toEqual(new Map())
  await marks.change(origin, [first], { status: 'acknowledged', note: 'looking', tags: ['b', 'a'] })
  await marks.change(origin, [first, second], { addTags: ['c'], removeTags: ['a'] })

  const found = await marks.find([first.uuid, second.uuid])
  expect(found.get(first.uuid)).toMatchObject({
    status: 'acknowledged',
    note: 'looking',
    tags: ['b', 'c'],
    changedBy: 'ada',
  })
  expect(found.get(second.uuid)).toMatchObject({ status: 'open', note: '', tags: ['c'] })
  const audit = await test.store.db
    .selectFrom('audit')
    .select(['action', 'object', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { action: 'alert.mark', object: `alert/${first.uuid}`, before: [], after: { status: 'acknowledged' } },
    { action: 'alert.mark', object: 'alerts/2', before: [{ uuid: first.uuid, tags: ['a', 'b'] }] },
  ])
})

test('rejects too many tags without marking any alert of the request', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, [first], { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
  expect(await marks.change(origin, [first, second], { addTags: ['one-more'] })).toBe('too-many-tags')
  expect(await marks.find([second.uuid])).toEqual(new Map())
})

test('lists marked alerts by status, tags and time, page by page, in both directions', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, alerts, { status: 'closed', tags: ['x'] })
  await marks.change(origin, [first], { status: 'open' })
  await marks.change(origin, [second], { addTags: ['y'] })
  const listed = async (wish: Omit<MarkedWish, 'limit'>) => {
    const all: string[] = []
    let after: [number, string] | undefined
    for (;;) {
      const page = await marks.marked({ ...wish, limit: 2, ...(after && { after }) })
      all.push(...page.map(({ uuid }) => uuid))
      const last = page.at(-1)
      if (!last) return all
      after = [wish.order.startsWith('date') ? last.atMs : last.rank, last.uuid]
    }
  }
  const names = (of: readonly MarkableAlert[]) => of.map(({ uuid }) => uuid)
  expect(await listed({ order: 'date_asc' })).toEqual(names(alerts))
  expect(await listed({ order: 'date_desc' })).toEqual(names(alerts.toReversed()))
  const byRank = alerts.toSorted((a, b) => a.rank - b.rank || (a.uuid < b.uuid ? -1 : 1))
  expect(await listed({ order: 'risk_asc' })).toEqual(names(byRank))
  expect(await listed({ order: 'date_asc', statuses: ['closed'] })).toEqual(names(alerts.slice(1)))
  expect(await listed({ order: 'date_asc', tags: ['x', 'y'] })).toEqual([second.uuid])
  expect(await listed({ order: 'date_asc', fromMs: 1_001, toMs: 1_001 })).toEqual(names(alerts.slice(2, 4)))
})

test('removes the marks of alerts that are past retention', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, alerts, { status: 'closed' })
  expect(await marks.removeBefore(new Date('2026-11-12T00:00:00Z'))).toBe(2)
  expect(await marks.find([first.uuid])).toEqual(new Map())
})

test('does not wait for a change of other alerts', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, [first], { status: 'closed' })
  await test.store.db.transaction().execute(async (trx) => {
    await trx.updateTable('alert_mark').set({ note: 'x' }).where('uuid', '=', first.uuid).execute()
    await marks.change(origin, [second], { status: 'acknowledged' })
  })
  expect((await marks.find([second.uuid])).get(second.uuid)?.status).toBe('acknowledged')
})

test('applies every concurrent change to the same alerts', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const turns = Array.from({ length: 12 }, (_, n) =>
    marks.change(origin, n % 2 ? alerts : alerts.toReversed(), { addTags: [`t${n}`] }),
  )
  await Promise.all(turns)
  const found = await marks.find([first.uuid])
  expect(found.get(first.uuid)?.tags).toHaveLength(12)
})
