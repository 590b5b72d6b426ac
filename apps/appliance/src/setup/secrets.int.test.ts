import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { createSealer, readKeyFile } from '@watchpost/secrets'
import {
  connectStore,
  createCertificateStore,
  createSealedSecretStore,
  createSealingKeyStore,
  type Store,
} from '@watchpost/store'
import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { ensureAuthority, ensureServerCertificate } from './own-certificates.ts'
import { rotateKeys } from './rotate-keys.ts'
import { ensureSealer } from './sealing-keys.ts'
import { writePair } from './tls-folder.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'init-'))
const versionsIn = (keyFile: string) => readKeyFile(keyFile).keys.map(({ version }) => version)

async function anInitialised(store: Store, folder = newFolder()) {
  const keyFile = join(folder, 'secrets', 'sealing-keys.json')
  const { sealer, isNew } = await ensureSealer(keyFile, createSealingKeyStore(store))
  const certificates = createCertificateStore(store, createSealedSecretStore(store, sealer))
  return { keyFile, folder, isNew, certificates }
}

test('the first start creates a key file; later starts keep it', async () => {
  await using test = await testStore()
  const first = await anInitialised(test.store)
  const again = await anInitialised(test.store, first.folder)
  expect([first.isNew, again.isNew]).toEqual([true, false])
  expect(statSync(first.keyFile).mode & 0o777).toBe(0o600)
  expect(await createSealingKeyStore(test.store).list()).toMatchObject([{ version: 1, secrets: 0 }])
})

test('creates nothing and gives advice when the key file is missing, of another appliance, or readable by others', async () => {
  await using test = await testStore()
  const { keyFile, certificates, folder } = await anInitialised(test.store)
  await ensureAuthority(certificates, testOrigin, folder)
  const keys = createSealingKeyStore(test.store)
  copyFileSync(keyFile, `${keyFile}.copy`)

  rmSync(keyFile)
  await expect(ensureSealer(keyFile, keys)).rejects.toThrow(/does not exist.*put back the copy/s)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['sealing-keys.json.copy'])

  await using elsewhere = await testStore()
  await ensureSealer(keyFile, createSealingKeyStore(elsewhere.store))
  await expect(ensureSealer(keyFile, keys)).rejects.toThrow(/another appliance.*Put back the right file/s)

  copyFileSync(`${keyFile}.copy`, keyFile)
  chmodSync(keyFile, 0o644)
  await expect(ensureSealer(keyFile, keys)).rejects.toThrow(`chmod 600 ${keyFile}`)
  chmodSync(keyFile, 0o600)
  await ensureSealer(keyFile, keys)
})

test('when two hosts start for the first time at once, one is told to use the key file of the other', async () => {
  await using test = await testStore()
  const keys = createSealingKeyStore(test.store)
  const bothLooked = Promise.withResolvers<void>()
  let looks = 0
  const list = async () => {
    const found = await keys.list()
    looks += 1
    if (looks === 2) bothLooked.resolve()
    await bothLooked.promise
    return found
  }
  const starts = await Promise.allSettled(
    [1, 2].map(() => ensureSealer(join(newFolder(), 'secrets', 'sealing-keys.json'), { ...keys, list })),
  )
  const refused = starts.filter((each) => each.status === 'rejected').map(({ reason }) => String(reason))
  expect(refused).toEqual([expect.stringContaining('Put back the right file')])
})

test('starting over after losing every copy of the key file works as described in the guide', async () => {
  await using test = await testStore()
  const first = await anInitialised(test.store)
  const old = await ensureAuthority(first.certificates, testOrigin, first.folder)
  rmSync(first.keyFile)
  for (const table of ['certificate', 'sealed_secret', 'sealing_key'] as const)
    await test.store.db.deleteFrom(table).execute()
  const again = await anInitialised(test.store, first.folder)
  const fresh = await ensureAuthority(again.certificates, testOrigin, first.folder)
  expect([again.isNew, fresh.outcome]).toEqual([true, 'made'])
  expect(fresh.authority.certPem).not.toBe(old.authority.certPem)
  expect(readFileSync(join(first.folder, 'ca.pem'), 'utf8')).toBe(fresh.authority.certPem)
})

test('creates CA and server certificate once; the folder holds only the public part', async () => {
  await using test = await testStore()
  const { certificates, folder } = await anInitialised(test.store)
  const tls = join(folder, 'tls')
  const first = await ensureAuthority(certificates, testOrigin, tls)
  const again = await ensureAuthority(certificates, testOrigin, tls)
  expect([first.outcome, again.outcome]).toEqual(['made', 'kept'])
  expect(again.authority).toEqual(first.authority)
  const names = ['localhost', '::1']
  expect(await ensureServerCertificate(certificates, testOrigin, first.authority, names)).toBe('issued')
  expect(await ensureServerCertificate(certificates, testOrigin, first.authority, names)).toBe('kept')
  expect(await ensureServerCertificate(certificates, testOrigin, first.authority, [...names, 'x.test'])).toBe('issued')
  expect(readdirSync(tls)).toEqual(['ca.pem'])
  expect(readFileSync(join(tls, 'ca.pem'), 'utf8')).toBe(first.authority.certPem)
})

test('seals keys that were in files, and removes the files', async () => {
  await using test = await testStore()
  const { certificates, folder } = await anInitialised(test.store)
  const tls = join(folder, 'tls')
  const old = await createAuthority({ commonName: 'Watchpost appliance' })
  writePair(tls, 'ca', old)
  writePair(tls, 'server', await issueServerCertificate(old, { names: ['localhost'], addresses: [], days: 300 }))
  expect(await ensureAuthority(certificates, testOrigin, tls)).toEqual({ authority: old, outcome: 'sealed' })
  expect(readdirSync(tls)).toEqual(['ca.pem'])
  expect(await certificates.read('authority')).toMatchObject({ chainPem: old.certPem, keyPem: old.keyPem })
})

test('does not touch the files of another CA', async () => {
  await using test = await testStore()
  const { certificates, folder } = await anInitialised(test.store)
  const tls = join(folder, 'tls')
  await ensureAuthority(certificates, testOrigin, tls)
  writePair(tls, 'ca', await createAuthority({ commonName: 'other' }))
  await expect(ensureAuthority(certificates, testOrigin, tls)).rejects.toThrow('another authority')
  expect(readdirSync(tls).sort()).toEqual(['ca-key.pem', 'ca.pem'])
})

/** Enough secrets for several batches. */
async function manySecrets(store: Store, secrets: Awaited<ReturnType<typeof testSecrets>>, count: number) {
  await store.db.transaction().execute(async (trx) => {
    for (let each = 0; each < count; each += 1)
      await secrets.secrets.write(trx, `many/${each}`, Buffer.from(`s${each}`))
  })
}

const rotation = (secrets: Awaited<ReturnType<typeof testSecrets>>, keys = secrets.keys) => ({
  keyFile: secrets.config.keyFile,
  sealer: createSealer(secrets.config.keyFile),
  keys,
  origin: testOrigin,
  say: () => {},
})

test('a rotation wraps all secrets again while they are read, and leaves one key in the store and in the file', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  await manySecrets(test.store, secrets, 1_300)

  // A reader and a writer that share only the key file with the rotation.
  const other = connectStore(test.config, 'reader')
  const reader = createSealedSecretStore(other, createSealer(secrets.config.keyFile))
  const over = new AbortController()
  let reads = 0
  const reading = (async () => {
    while (!over.signal.aborted) {
      const at = reads % 1_300
      expect((await reader.read(`many/${at}`)).toString()).toBe(`s${at}`)
      reads += 1
      if (reads % 50 === 0)
        await other.db.transaction().execute((trx) => reader.write(trx, `late/${reads}`, Buffer.from('late')))
    }
  })()
  // Each batch waits for some reads: on a busy machine the rotation would otherwise end before the reader starts.
  let readsBefore = 0
  const rewrap: typeof secrets.keys.rewrap = async (...batch) => {
    await expect.poll(() => reads).toBeGreaterThanOrEqual(readsBefore + 4)
    readsBefore = reads
    return secrets.keys.rewrap(...batch)
  }
  expect(await rotateKeys(rotation(secrets, { ...secrets.keys, rewrap }))).toBeGreaterThanOrEqual(1_303)
  over.abort()
  await reading
  expect(reads).toBeGreaterThan(10)
  await other.db.transaction().execute((trx) => reader.write(trx, 'late/last', Buffer.from('late')))

  expect(versionsIn(secrets.config.keyFile)).toEqual([2])
  expect(await secrets.keys.list()).toMatchObject([{ version: 2 }])
  const fresh = createSealedSecretStore(other, createSealer(secrets.config.keyFile))
  for (const name of ['many/0', 'many/1299', 'late/last', 'certificate-key/authority']) {
    expect(await fresh.read(name)).not.toBe('absent')
  }
  const audit = await test.store.db
    .selectFrom('audit')
    .select(['object', 'before', 'after'])
    .where('action', '=', 'sealing-key.rotate')
    .execute()
  expect(audit).toEqual([{ object: 'sealing-keys', before: { versions: [1] }, after: { versions: [2] } }])
  await other.close()
})

test('after an interruption at any step, all secrets stay readable and the next run completes without another key', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  await manySecrets(test.store, secrets, 1_300)
  const { keys } = secrets
  const cut = () => Promise.reject(new Error('killed'))
  let batches = 0
  const cuts: Partial<typeof keys>[] = [
    { register: cut },
    { rewrap: cut },
    { rewrap: (...given) => (++batches > 2 ? cut() : keys.rewrap(...given)) },
    { retireOlder: cut },
  ]
  for (const broken of cuts) {
    await expect(rotateKeys(rotation(secrets, { ...keys, ...broken }))).rejects.toThrow('killed')
    const reader = createSealedSecretStore(test.store, createSealer(secrets.config.keyFile))
    for (const at of [0, 400, 1_299]) expect((await reader.read(`many/${at}`)).toString()).toBe(`s${at}`)
  }
  await rotateKeys(rotation(secrets))
  expect(versionsIn(secrets.config.keyFile)).toEqual([2])
  expect(await keys.list()).toMatchObject([{ version: 2, secrets: 1_304 }])
})

test('a prepared key waits in the file until the rotation runs', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  await rotateKeys(rotation(secrets), { isPrepareOnly: true })
  expect(versionsIn(secrets.config.keyFile)).toEqual([1, 2])
  expect(await secrets.keys.list()).toMatchObject([
    { version: 1, secrets: 4 },
    { version: 2, secrets: 0 },
  ])
  await rotateKeys(rotation(secrets))
  expect(versionsIn(secrets.config.keyFile)).toEqual([2])
})

test('a host without the prepared key starts as before', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  const elsewhere = `${secrets.config.keyFile}.elsewhere`
  copyFileSync(secrets.config.keyFile, elsewhere)
  await rotateKeys(rotation(secrets), { isPrepareOnly: true })
  const { sealer } = await ensureSealer(elsewhere, secrets.keys)
  expect(sealer.newestVersion()).toBe(1)
  expect(await secrets.keys.list()).toHaveLength(2)
})

test('reports a key file that is older than the rotation', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  const elsewhere = `${secrets.config.keyFile}.elsewhere`
  copyFileSync(secrets.config.keyFile, elsewhere)
  const stale = createSealer(elsewhere)
  await rotateKeys(rotation(secrets))
  const registered = await secrets.keys.list()
  expect(() => stale.assertFits(registered)).toThrow(/lacks version 2.*copy its key file here/s)
  const there = { ...rotation(secrets), keyFile: elsewhere, sealer: stale }
  await expect(rotateKeys(there)).rejects.toThrow(/lacks version 2.*another host/s)
  await expect(createSealedSecretStore(test.store, stale).read('certificate-key/authority')).rejects.toThrow(
    'no version 2',
  )
})

test('two rotations do not run at once', async () => {
  await using test = await testStore()
  const keys = createSealingKeyStore(test.store)
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const first = keys.whileRotating(async () => {
    begun.resolve()
    await gate.promise
    return 'done'
  })
  await begun.promise
  expect(await keys.whileRotating(async () => 'second')).toBe('under-way')
  gate.resolve()
  expect(await first).toBe('done')
  expect(await keys.whileRotating(async () => 'third')).toBe('third')
})
