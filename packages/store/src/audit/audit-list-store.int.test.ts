import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { type AccessEntry, createAccessStore } from './access-store.ts'
import { type AuditFilter, type AuditPosition, createAuditListStore } from './audit-list-store.ts'
import { auditedChange, type AuditOrigin } from './audit-store.ts'
import type { Store } from '../database/connect-store.ts'

const origin = (username: string): AuditOrigin => ({
  accountId: 7,
  username,
  via: 'token',
  credentialPrefix: null,
  address: '192.0.2.7',
  requestId: 'r-1',
})
const seen = (username: string, detail: string, more: Partial<AccessEntry> = {}): AccessEntry => ({
  at: Date.now(),
  accountId: 8,
  username,
  via: 'token',
  credentialPrefix: null,
  address: '192.0.2.8',
  requestId: 'r-2',
  action: 'event.search',
  object: 'malware',
  result: 'ok',
  status: 200,
  detail,
  ...more,
})

async function fill(store: Store): Promise<void> {
  for (const [username, object] of [
    ['olga', 'user/1'],
    ['otto', 'user/2'],
    ['olga', 'user/3'],
  ] as const) {
    await auditedChange(store, origin(username), async () => ({
      result: undefined,
      audit: { action: 'user.create', object, before: null, after: { note: `100%_${object}` } },
    }))
  }
  const access = createAccessStore(store)
  const refused = { action: 'request.refuse', result: 'refused', status: 403 } as const
  // Four entries have the same timestamp, so only their position distinguishes them. The clock here has millisecond
  // resolution and the database microseconds: add 1 ms to be after the last change.
  const at = Date.now() + 1
  await access.add(
    origin('api'),
    ['1', '2', '3', '4'].map((detail) => seen('otto', detail, { at })),
    0,
  )
  await access.add(origin('api'), [seen('olga', 'x', { at, ...refused })], 0)
}

async function all(store: Store, filter: AuditFilter, limit: number): Promise<string[]> {
  const { list } = createAuditListStore(store)
  const found: string[] = []
  let after: AuditPosition | null = null
  do {
    const page = await list(filter, after, limit)
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    found.push(...page.entries.map(({ username, object, detail }) => `${username} ${detail ?? object}`))
    after = page.next
  } while (after)
  return found
}

test('lists changes and accesses together, newest first, for any page size', async () => {
  await using test = await testStore()
  await fill(test.store)
  const expected = ['olga x', 'otto 4', 'otto 3', 'otto 2', 'otto 1', 'olga user/3', 'otto user/2', 'olga user/1']
  for (const limit of [1, 2, 3, 8, 100]) expect(await all(test.store, {}, limit)).toEqual(expected)
})

test.each<[AuditFilter, number]>([
  [{ kind: 'change' }, 3],
  [{ kind: 'access' }, 5],
  [{ username: 'olga' }, 3],
  [{ username: 'olga', action: 'user.create' }, 2],
  [{ object: 'user/2' }, 1],
  [{ address: '192.0.2.8' }, 5],
  [{ result: 'refused' }, 1],
  [{ result: 'ok', username: 'olga' }, 2],
  [{ text: 'USER/' }, 3],
  [{ text: '100%_user/2' }, 1],
  [{ text: '0%u' }, 0],
  [{ action: 'access.collect' }, 0],
  [{ from: new Date(Date.now() + 60_000) }, 0],
  [{ to: new Date(Date.now() + 600_000) }, 8],
])('%j finds %i', async (filter, count) => {
  await using test = await testStore()
  await fill(test.store)
  expect(await all(test.store, filter, 2)).toHaveLength(count)
})
