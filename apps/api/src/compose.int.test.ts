import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { createLogger } from '@watchpost/runtime'
import { createAccountStore, hashPassword, type StoreConfig } from '@watchpost/store'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { emptyAnswer } from '../test/an-api.ts'
import { composeApi } from './compose.ts'
import type { SearchPorts } from './events/search-service.ts'

/** The API on a free port, over a real database and an engine that the test plays. */
async function aRunningApi(store: StoreConfig, engine: SearchPorts['engine']) {
  const folder = mkdtempSync(join(tmpdir(), 'api-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const authority = await createAuthority({ commonName: 'Test CA' })
  const server = await issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 1 })
  const tls = {
    caFile: write('ca.pem', authority.certPem),
    certFile: write('server.pem', server.certPem),
    keyFile: write('server-key.pem', server.keyPem),
  }
  const api = await composeApi(
    {
      host: '127.0.0.1',
      port: 0,
      searchConcurrency: 2,
      graceMs: 5_000,
      logLevel: 'silent',
      tls,
      store,
      engine: {
        nodes: ['http://127.0.0.1:1'],
        prefix: '',
        shards: 1,
        replicas: 0,
        refreshSeconds: 1,
        codec: 'default',
        requestTimeoutMs: 1_000,
      },
      internal: { host: '127.0.0.1', port: 0 },
    },
    { logger: createLogger('api', 'silent'), engine },
  ).start()

  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: api.port, ca: authority.certPem, method, path }
      request(
        { ...options, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              json: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
            }),
          )
        },
      )
        .on('error', reject)
        .end(body && JSON.stringify(body))
    })
  return { ...api, call, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const credentials = { username: 'admin', password: 'a long enough password' }

async function addAdministrator(store: Parameters<typeof createAccountStore>[0]) {
  const passwordHash = await hashPassword(credentials.password)
  await createAccountStore(store).createFirstAdministrator({ username: credentials.username, passwordHash })
}

test('who logs in can search, over TLS, until the session is revoked', async () => {
  await using database = await testStore()
  await addAdministrator(database.store)
  using api = await aRunningApi(database.config, { search: async () => Buffer.from(emptyAnswer) })
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

test('told to stop, it finishes the search in hand and takes no new connection', async () => {
  await using database = await testStore()
  await addAdministrator(database.store)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Buffer>()
  using api = await aRunningApi(database.config, {
    search: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const { json } = await api.call('POST', '/api/auth/login', {}, credentials)
  const searching = api.call('POST', '/api/data/es/search', { 'api-key': String(json.token) }, {})
  await asked.promise

  const stopping = api.stop()
  await expect.poll(() => api.call('GET', '/docs/openapi.json').catch(() => 'refused')).toBe('refused')
  answer.resolve(Buffer.from(emptyAnswer))
  expect((await searching).status).toBe(200)
  await stopping
})

test('it says that it is not ready, and why, while the engine is away', async () => {
  await using database = await testStore()
  using api = await aRunningApi(database.config, { search: () => Promise.reject(new Error('never asked')) })
  try {
    const answer = await fetch(`http://127.0.0.1:${api.internalPort}/readyz`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ reason: expect.stringMatching(/^the search engine does not answer/) })
    expect((await fetch(`http://127.0.0.1:${api.internalPort}/healthz`)).status).toBe(200)
  } finally {
    await api.stop()
  }
})
