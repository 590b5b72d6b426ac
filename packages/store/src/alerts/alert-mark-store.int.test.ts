import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { somePasswordHash } from '../../test/an-account.ts'
import type { AuditOrigin } from '../audit/audit-store.ts'
import { createUserStore } from '../people/user-store.ts'
import { createAlertHistoryStore } from './alert-history-store.ts'
import { createAlertMarkStore } from './alert-mark-store.ts'
import { createAssigneeStore } from './assignee-store.ts'
import type { MarkableAlert } from './mark-rows.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'ada',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}
const alerts: MarkableAlert[] = Array.from({ length: 6 }, (_, n) => ({
  uuid: `1-${'a'.repeat(32)}-00000000000${n}`,
  atMs: 1_000 + Math.floor(n / 2),
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

test('removes the marks of alerts that are past retention', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, alerts, { status: 'closed' })
  expect(await marks.removeBefore(new Date('2026-11-12T00:00:00Z'))).toBe(2)
  expect(await marks.find([first.uuid])).toEqual(new Map())
  const history = createAlertHistoryStore(test.store)
  expect(await history.read(first.uuid, { limit: 9 })).toEqual([])
  expect(await history.read(alerts[2]?.uuid ?? '', { limit: 9 })).toHaveLength(1)
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

test('keeps every change of an alert with its old and new values', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const history = createAlertHistoryStore(test.store)
  await marks.change(origin, [first], { note: 'one', verdict: 'benign', reason: 'a scan of ours' })
  await marks.change({ ...origin, username: 'olga' }, [first, second], { note: 'two', addTags: ['x'] })
  await marks.change(origin, [first], { verdict: 'true_positive' })

  const entries = await history.read(first.uuid, { limit: 9 })
  expect(entries).toMatchObject([
    { changedBy: 'ada', changes: { verdict: { from: 'benign', to: 'true_positive' }, reason: { to: '' } } },
    { changedBy: 'olga', changes: { note: { from: 'one', to: 'two' }, tags: { from: [], to: ['x'] } } },
    { changedBy: 'ada', changes: { note: { from: '', to: 'one' }, reason: { from: '', to: 'a scan of ours' } } },
  ])
  expect(Object.keys(entries[1]?.changes ?? {})).toEqual(['note', 'tags'])
  expect(await history.read(first.uuid, { limit: 1, before: entries[1]?.id ?? 0 })).toEqual(entries.slice(2))
  const found = await marks.find([first.uuid])
  expect(found.get(first.uuid)?.changedAt).toEqual(entries[0]?.changedAt)
})

test('leaves no trace of a change that changes nothing', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  await marks.change(origin, [first], { status: 'closed', addTags: ['x'] })
  const before = await marks.find([first.uuid])
  const olga = { ...origin, username: 'olga' }

  expect(await marks.change(olga, [first], { status: 'closed', addTags: ['x'] })).toEqual(before)
  expect(await marks.change(olga, [second], { status: 'open', note: '', removeTags: ['x'] })).toEqual(new Map())
  expect(await test.store.db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  await marks.change(olga, [first, second], { status: 'closed' })

  expect((await marks.find([first.uuid])).get(first.uuid)).toEqual(before.get(first.uuid))
  expect((await marks.find([second.uuid])).get(second.uuid)).toMatchObject({ status: 'closed', changedBy: 'olga' })
  expect(await createAlertHistoryStore(test.store).read(first.uuid, { limit: 9 })).toHaveLength(1)
  const [, audited] = await test.store.db.selectFrom('audit').select(['object']).orderBy('id').execute()
  expect(audited).toEqual({ object: `alert/${second.uuid}` })
})

test('assigns alerts to enabled users who may change alerts, whatever the case of the name', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const add = (username: string, role: 'viewer' | 'operator') =>
    users.create({ username, role, passwordHash: somePasswordHash, mustChangePassword: false }, origin)
  await add('Olga', 'operator')
  await add('victor', 'viewer')
  const former = await add('former', 'operator')
  if (former === 'username-taken') throw new Error('the name is taken')
  await users.change(former.id, { isDisabled: true }, origin)
  const marks = createAlertMarkStore(test.store)

  expect(await createAssigneeStore(test.store).list()).toContain('Olga')
  for (const assignee of ['victor', 'former', 'stranger']) {
    expect(await createAssigneeStore(test.store).list()).not.toContain(assignee)
    expect(await marks.change(origin, [first], { assignee })).toBe('unknown-assignee')
  }
  await marks.change(origin, [first, second], { assignee: 'olga' })
  expect((await marks.find([first.uuid])).get(first.uuid)?.assignee).toBe('Olga')
  await marks.change(origin, [first], { assignee: null })
  expect((await marks.find([first.uuid])).get(first.uuid)?.assignee).toBe(null)
  expect((await marks.find([second.uuid])).get(second.uuid)?.assignee).toBe('Olga')
})
