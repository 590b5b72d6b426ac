import { setTimeout as sleep } from 'node:timers/promises'
import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { addAdministrator, aRunningApi, credentials, logIn } from '../../test/a-running-api.ts'

test('a second instance of the API sees a change within 2 seconds, and it is audited', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  await addAdministrator(database.store, secrets)
  const [one, other] = await Promise.all([1, 2].map(() => aRunningApi({ store: database.config, secrets })))
  if (!one || !other) throw new Error('two were started')
  try {
    const headers = await logIn(one)
    const version = async () => {
      const text = await (await fetch(`http://127.0.0.1:${other.internalPort}/metrics`)).text()
      return Number(/^watchpost_settings_version(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1])
    }
    await expect.poll(version).toBe(1)
    const changed = await one.call('PATCH', '/api/settings', headers, { cookie_idle_minutes: 10 })
    const changedAt = performance.now()
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    while ((await version()) !== 2) await sleep(10)
    expect(performance.now() - changedAt).toBeLessThan(2_000)
    expect((await other.call('GET', '/api/settings', headers)).json).toMatchObject({ cookie_idle_minutes: 10 })

    const audit = await database.store.db
      .selectFrom('audit')
      .select(['username', 'via', 'action', 'before', 'after'])
      .where('action', '=', 'setting.change')
      .execute()
    expect(audit).toEqual([
      {
        username: 'admin',
        via: 'token',
        action: 'setting.change',
        before: { cookie_idle_minutes: 30 },
        after: { cookie_idle_minutes: 10 },
      },
    ])
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})

test.each([300, 86_400])('a session age of %i seconds applies to the next token', async (age) => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  await addAdministrator(database.store, secrets)
  const api = await aRunningApi({ store: database.config, secrets })
  try {
    const headers = await logIn(api)
    expect((await api.call('PATCH', '/api/settings', headers, { session_age_seconds: age })).status).toBe(200)
    const before = Date.now()
    const { json } = await api.call('POST', '/api/auth/login', {}, credentials)
    expect(json.expiration_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    const life = Date.parse(`${String(json.expiration_date)}Z`) - before
    expect(life).toBeGreaterThanOrEqual(age * 1_000 - 50)
    expect(life).toBeLessThan(age * 1_000 + 10_000)
  } finally {
    await api.stop()
  }
})
