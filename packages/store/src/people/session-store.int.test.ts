import { randomBytes } from 'node:crypto'
import { connectStore } from '../database/connect-store.ts'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount, anOrigin, somePasswordHash } from '../../test/an-account.ts'
import type { NewSession } from './session-rows.ts'
import { createSessionStore } from './session-store.ts'

const next = { ageSeconds: 86_400, address: '', userAgent: '' }

/** Starts a session, or fails the test. */
async function begin(sessions: ReturnType<typeof createSessionStore>, session: Partial<NewSession>) {
  const tokenHash = randomBytes(32)
  const begun = await sessions.create(
    {
      tokenHash,
      kind: 'token',
      accountId: 0,
      passwordHash: somePasswordHash,
      ageSeconds: 3_600,
      address: '192.0.2.7',
      userAgent: 'curl/8',
      ...session,
    },
    anOrigin(),
  )
  if (begun === 'outdated') throw new Error('no session began')
  return { ...begun, tokenHash }
}

/** A store of sessions with a clock that the test can move. */
async function someSessions() {
  const made = await testStore()
  const clock = { offset: 0 }
  const store = connectStore(made.config, 'test', { clockOffsetSeconds: () => clock.offset })
  return {
    store,
    clock,
    sessions: createSessionStore(store),
    async [Symbol.asyncDispose]() {
      await store.close()
      await made[Symbol.asyncDispose]()
    },
  }
}

test('expires a token at its age limit, used or idle, by the database clock', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store, 'operator', 'olga')
  const { tokenHash, expiresAt, loginEndsAt, id } = await begin(test.sessions, { accountId, ageSeconds: 86_400 })
  expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000)

  const account = { accountId, username: 'olga', role: 'operator', mustChangePassword: false }
  const found = { id, ...account, expiresAt, loginEndsAt }
  expect(await test.sessions.findLive('token', tokenHash)).toEqual({ ...found, isConfirmed: true, isUseStale: false })
  expect(await test.sessions.findLive('cookie', tokenHash)).toBe('absent')
  expect(await test.sessions.findLive('token', randomBytes(32))).toBe('absent')
  test.clock.offset = 86_390
  expect(await test.sessions.findLive('token', tokenHash)).toEqual({ ...found, isConfirmed: false, isUseStale: true })
  test.clock.offset = 86_401
  expect(await test.sessions.findLive('token', tokenHash)).toBe('absent')
})

test('expires a cookie after half an hour without use', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const { tokenHash, id } = await begin(test.sessions, { accountId, kind: 'cookie' })
  test.clock.offset = 29 * 60
  await test.sessions.touch(id)
  test.clock.offset = 58 * 60
  expect(await test.sessions.findLive('cookie', tokenHash)).toMatchObject({ id })
  test.clock.offset = 59 * 60 + 1
  expect(await test.sessions.findLive('cookie', tokenHash)).toBe('absent')
})

test('records the use of a session once a minute', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const { id } = await begin(test.sessions, { accountId })
  const lastUse = async () => (await test.sessions.list(accountId))[0]?.lastUsedAt.getTime()
  const first = await lastUse()
  test.clock.offset = 50
  await test.sessions.touch(id)
  expect(await lastUse()).toBe(first)
  test.clock.offset = 61
  await test.sessions.touch(id)
  expect(await lastUse()).toBeGreaterThan(first ?? 0)
})

test('ends the oldest browser session when an eleventh starts, not counting tokens', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const token = await begin(test.sessions, { accountId })
  const cookies = []
  for (let each = 0; each < 11; each += 1) cookies.push(await begin(test.sessions, { accountId, kind: 'cookie' }))
  const live = await test.sessions.list(accountId)
  expect(live.map(({ id }) => id)).toEqual(
    [...cookies.slice(1).map(({ id }) => id), token.id].toSorted((a, b) => b - a),
  )
})

test('starts no session if the password has changed or the account is disabled', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  await expect(begin(test.sessions, { accountId, passwordHash: '$argon2id$old' })).rejects.toThrow('no session')
  await test.store.db.updateTable('account').set({ disabled_at: new Date() }).execute()
  await expect(begin(test.sessions, { accountId })).rejects.toThrow('no session')
})

test('ends the sessions of a disabled account', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const { tokenHash } = await begin(test.sessions, { accountId })
  await test.store.db.updateTable('account').set({ disabled_at: new Date() }).execute()
  expect(await test.sessions.findLive('token', tokenHash)).toBe('absent')
})

test('replaces a refreshed token exactly once', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const { tokenHash } = await begin(test.sessions, { accountId })
  const hashes = [randomBytes(32), randomBytes(32)]
  const outcomes = await Promise.all(
    hashes.map((each) => test.sessions.refresh(tokenHash, { ...next, tokenHash: each }, anOrigin())),
  )
  expect(outcomes.filter((each) => each === 'absent')).toHaveLength(1)
  expect(await test.sessions.findLive('token', tokenHash)).toBe('absent')
  expect(await test.sessions.list(accountId)).toHaveLength(1)
})

/** Refreshes a token, or fails the test. */
async function refresh(sessions: ReturnType<typeof createSessionStore>, old: Uint8Array) {
  const tokenHash = randomBytes(32)
  const begun = await sessions.refresh(old, { ...next, tokenHash }, anOrigin())
  if (begun === 'absent') throw new Error('the token was not replaced')
  return { ...begun, tokenHash }
}

test('ends a login after 7 days, however often its token is refreshed', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  let session = await begin(test.sessions, { accountId, ageSeconds: 86_400 })
  const { loginEndsAt } = session
  expect(Date.parse(loginEndsAt) - Date.parse(session.expiresAt)).toBe(6 * 86_400_000)
  for (let hour = 20; hour < 7 * 24; hour += 20) {
    test.clock.offset = hour * 3_600
    session = await refresh(test.sessions, session.tokenHash)
    expect(session.loginEndsAt).toBe(loginEndsAt)
  }
  // After 160 hours, the last token only gets the remaining time.
  expect(session.expiresAt).toBe(loginEndsAt)
  expect(session.lifeSeconds).toBeGreaterThan(8 * 3_600 - 60)
  expect(session.lifeSeconds).toBeLessThanOrEqual(8 * 3_600)
  expect(await test.sessions.findLive('token', session.tokenHash)).toMatchObject({
    expiresAt: loginEndsAt,
    loginEndsAt,
  })
  test.clock.offset = 7 * 86_400 + 1
  expect(await test.sessions.findLive('token', session.tokenHash)).toBe('absent')
  const last = await test.sessions.refresh(session.tokenHash, { ...next, tokenHash: randomBytes(32) }, anOrigin())
  expect(last).toBe('absent')
})

test('ends older logins at once when the limit is lowered, and rejects a limit out of bounds', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const set = (days: number) =>
    sql`
      insert into setting (name, value) values ('session_max_days', ${JSON.stringify(days)})
      on conflict (name) do update set value = excluded.value
    `.execute(test.store.db)
  const old = await begin(test.sessions, { accountId, ageSeconds: 86_400 })
  test.clock.offset = 23 * 3_600
  const younger = await refresh(test.sessions, old.tokenHash)
  test.clock.offset = 25 * 3_600
  expect(await test.sessions.findLive('token', younger.tokenHash)).toMatchObject({ id: younger.id })
  await set(1)
  expect(await test.sessions.findLive('token', younger.tokenHash)).toBe('absent')
  expect(await test.sessions.list(accountId)).toEqual([])
  for (const days of [0, 31]) await expect(set(days)).rejects.toThrow('setting_session_max_check')
})

test('ends one session, only for its owner, or all sessions, and audits each', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const [one, two, three] = [
    await begin(test.sessions, { accountId }),
    await begin(test.sessions, { accountId }),
    await begin(test.sessions, { accountId, kind: 'cookie' }),
  ]
  expect(await test.sessions.end(accountId + 1, one.id, anOrigin())).toBe('absent')
  expect(await test.sessions.end(accountId, one.id, anOrigin())).toBe('ended')
  expect(await test.sessions.end(accountId, one.id, anOrigin())).toBe('absent')
  expect(await test.sessions.endAll(accountId, anOrigin())).toBe(2)
  expect(await test.sessions.endAll(accountId, anOrigin())).toBe(0)
  const audit = await test.store.db
    .selectFrom('audit')
    .select(['action', 'object', 'before'])
    .where('action', 'like', 'session.end%')
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { action: 'session.end', object: `session/${one.id}`, before: expect.objectContaining({ user: accountId }) },
    { action: 'session.end-all', object: `user/${accountId}`, before: { sessions: [two.id, three.id] } },
  ])
})

test('treats a confirmed password as fresh for five minutes', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  const { tokenHash, id } = await begin(test.sessions, { accountId, kind: 'cookie' })
  const isConfirmed = async () => {
    const found = await test.sessions.findLive('cookie', tokenHash)
    return found !== 'absent' && found.isConfirmed
  }
  test.clock.offset = 301
  expect(await isConfirmed()).toBe(false)
  expect(await test.sessions.confirm(id, anOrigin())).toBe('confirmed')
  expect(await isConfirmed()).toBe(true)
  expect(await test.sessions.confirm(id + 1, anOrigin())).toBe('absent')
})

test('deletes long-expired sessions when a session starts', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  await begin(test.sessions, { accountId })
  test.clock.offset = 8 * 86_400
  const { tokenHash } = await begin(test.sessions, { accountId })
  const left = await test.store.db.selectFrom('session').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: tokenHash }])
})

test('rejects a session that ends before it begins', async () => {
  await using test = await someSessions()
  const accountId = await anAccount(test.store)
  await expect(begin(test.sessions, { accountId, ageSeconds: -1 })).rejects.toThrow('session')
  expect((await sql`select from session`.execute(test.store.db)).rows).toEqual([])
})
