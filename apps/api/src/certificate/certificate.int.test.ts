import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority, fingerprintOf, issueServerCertificate } from '@watchpost/pki'
import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { addAdministrator, aRunningApi, logIn, send } from '../../test/a-running-api.ts'

/** Two instances of the API over one database, and an administrator logged in to the first. */
async function twoCopies() {
  const database = await testStore()
  const secrets = await testSecrets(database.store)
  await addAdministrator(database.store, secrets)
  const [one, other] = await Promise.all([1, 2].map(() => aRunningApi({ store: database.config, secrets })))
  if (!one || !other) throw new Error('two were started')
  return {
    store: database.store,
    secrets,
    one,
    other,
    headers: await logIn(one),
    async [Symbol.asyncDispose]() {
      await Promise.all([one.stop(), other.stop()])
      secrets[Symbol.dispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('every instance serves an administrator’s certificate within 2 seconds; open connections continue', async () => {
  await using test = await twoCopies()
  const { one, other, headers, secrets, store } = test
  const theirs = await createAuthority({ commonName: 'Company CA' })
  const pair = await issueServerCertificate(theirs, { names: ['localhost'], addresses: [], days: 90 })
  const fingerprint = fingerprintOf(pair.certPem).toString('hex')
  const before = await one.call('GET', '/api/system/certificate', headers)
  expect(before.json).toMatchObject({ source: 'appliance', names: ['localhost', '127.0.0.1'], issuer: 'CN=test' })

  // One connection that stays open during the whole test.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const onOld = () => send({ port: other.port, ca: secrets.authority.certPem, path: '/api/version', headers, agent })
  expect((await onOld()).fingerprint).toBe(before.json.fingerprint_sha256)

  const body = { certificate_chain: pair.certPem + theirs.certPem, private_key: pair.keyPem }
  const put = await one.call('PUT', '/api/system/certificate', headers, body)
  const changedAt = performance.now()
  expect(put).toMatchObject({
    status: 200,
    json: { source: 'administrator', fingerprint_sha256: fingerprint, issuer: 'CN=Company CA', chain: 2, key: 'P-256' },
  })
  expect(put.text).not.toContain('PRIVATE')
  for (const copy of [one, other]) {
    const seen = () => send({ port: copy.port, rejectUnauthorized: false, path: '/api/version', headers })
    while ((await seen()).fingerprint !== fingerprint) await sleep(10)
  }
  expect(performance.now() - changedAt).toBeLessThan(2_000)
  const checked = await send({ port: other.port, ca: theirs.certPem, path: '/api/version', headers })
  expect(checked.status).toBe(200)
  const old = await onOld()
  expect([old.status, old.fingerprint]).toEqual([200, before.json.fingerprint_sha256])

  const gone = await send({
    port: one.port,
    ca: theirs.certPem,
    method: 'DELETE',
    path: '/api/system/certificate',
    headers,
  })
  expect([gone.status, gone.text]).toEqual([204, ''])
  await expect
    .poll(() => one.call('GET', '/api/system/certificate', headers).then(({ json }) => json.source, String), {
      timeout: 3_000,
    })
    .toBe('appliance')
  expect((await onOld()).status).toBe(200)
  agent.destroy()

  const rows = await store.db.selectFrom('audit').select(['action', 'object', 'before', 'after']).execute()
  const shown = { fingerprint_sha256: fingerprint, not_after: expect.any(String) }
  expect(rows.filter(({ object }) => object === 'certificate/administrator')).toEqual([
    { action: 'certificate.replace', object: 'certificate/administrator', before: null, after: shown },
    { action: 'certificate.withdraw', object: 'certificate/administrator', before: shown, after: null },
  ])
  expect(await secrets.secrets.read('certificate-key/administrator')).toBe('absent')
})

test('serves the authority’s certificate without a token, in PEM and in DER', async () => {
  await using test = await twoCopies()
  const { one, secrets } = test
  const pem = await one.call('GET', '/api/system/ca')
  expect([pem.status, pem.headers['content-type'], pem.text]).toEqual([
    200,
    'application/x-pem-file',
    secrets.authority.certPem,
  ])
  const der = await one.call('GET', '/api/v1/system/ca/', { accept: 'application/pkix-cert' })
  expect(der.headers).toMatchObject({
    'content-type': 'application/pkix-cert',
    'content-disposition': 'attachment; filename="watchpost-ca.crt"',
  })
})
