import { createKeyFile, firstKeyRing } from '@watchpost/secrets'
import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addAdministrator, aRunningApi, credentials, logIn } from '../test/a-running-api.ts'
import { emptyAnswer } from '../test/an-api.ts'

test('allows searches over TLS after a login, until the session is revoked', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  await addAdministrator(database.store, secrets)
  const api = await aRunningApi({ store: database.config, secrets })
  try {
    expect((await api.call('POST', '/api/auth/login', {}, { ...credentials, password: 'wrong' })).status).toBe(401)
    const { json } = await api.call('POST', '/api/auth/login', {}, credentials)
    expect(json.expiration_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    const headers = { 'api-key': String(json.token) }
    expect((await api.call('POST', '/api/v1/data/es/search/', headers, {})).status).toBe(200)

    await database.store.db.updateTable('session').set({ revoked_at: new Date() }).execute()
    await expect.poll(async () => (await api.call('GET', '/api/version', headers)).status, { timeout: 3_000 }).toBe(401)
  } finally {
    await api.stop()
  }
})

test('finishes the running search on shutdown and accepts no new connection', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  await addAdministrator(database.store, secrets)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Buffer>()
  const engine = () => {
    asked.resolve()
    return answer.promise
  }
  const api = await aRunningApi({ store: database.config, secrets, engine })
  const searching = api.call('POST', '/api/data/es/search', await logIn(api), {})
  await asked.promise

  const stopping = api.stop()
  await expect.poll(() => api.call('GET', '/docs/openapi.json').catch(() => 'refused')).toBe('refused')
  answer.resolve(Buffer.from(emptyAnswer))
  expect((await searching).status).toBe(200)
  await stopping
})

test('reports not ready with the reason while the engine is unavailable', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  const api = await aRunningApi({ store: database.config, secrets })
  try {
    const answer = await fetch(`http://127.0.0.1:${api.internalPort}/readyz`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ reason: expect.stringMatching(/^the search engine does not answer/) })
    expect((await fetch(`http://127.0.0.1:${api.internalPort}/healthz`)).status).toBe(200)
  } finally {
    await api.stop()
  }
})

test('does not start with the key file of another appliance, and says what to do', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  rmSync(secrets.config.keyFile)
  createKeyFile(secrets.config.keyFile, firstKeyRing())
  const starting = aRunningApi({ store: database.config, secrets })
  await expect(starting).rejects.toMatchObject({
    cause: { name: 'KeyFileError', message: expect.stringContaining('Put back the right file') },
  })
})

test('does not start on an uninitialised database, and says what to do', async () => {
  await using database = await testStore()
  using secrets = await testSecrets(database.store)
  await database.store.db.deleteFrom('sealed_secret').execute()
  await expect(aRunningApi({ store: database.config, secrets })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('watchpost init') },
  })
})
