import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSealedSecretStore } from './sealed-secret-store.ts'

test('stores a secret sealed, and reads, replaces and removes it', async () => {
  await using test = await testStore()
  using made = await testSecrets(test.store)
  const { secrets } = made
  const { db } = test.store
  expect(await secrets.read('a')).toBe('absent')
  await db.transaction().execute((trx) => secrets.write(trx, 'a', Buffer.from('a private key')))
  expect((await secrets.read('a')).toString()).toBe('a private key')
  const { rows } = await sql<{ text: string }>`select sealed_secret::text as text from sealed_secret`.execute(db)
  const hex = Buffer.from('a private key').toString('hex')
  expect(rows.some(({ text }) => text.includes(hex) || text.includes('a private key'))).toBe(false)

  await db.transaction().execute((trx) => secrets.write(trx, 'a', Buffer.from('another')))
  expect((await secrets.read('a')).toString()).toBe('another')
  await db.transaction().execute((trx) => secrets.remove(trx, 'a'))
  expect(await secrets.read('a')).toBe('absent')
})

test('does not open a row that was copied over another', async () => {
  await using test = await testStore()
  using made = await testSecrets(test.store)
  const { secrets } = made
  const { db } = test.store
  await db.transaction().execute(async (trx) => {
    await secrets.write(trx, 'mine', Buffer.from('mine'))
    await secrets.write(trx, 'yours', Buffer.from('yours'))
  })
  await sql`
    update sealed_secret set wrapped_key = other.wrapped_key, ciphertext = other.ciphertext
    from sealed_secret other where sealed_secret.name = 'mine' and other.name = 'yours'
  `.execute(db)
  await expect(secrets.read('mine')).rejects.toThrow('does not open')
  expect((await secrets.read('yours')).toString()).toBe('yours')
})

test('creates a missing secret exactly once when copies start concurrently', async () => {
  await using test = await testStore()
  using made = await testSecrets(test.store)
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, each) => made.secrets.ensure('once', () => Buffer.from(`from ${each}`))),
  )
  expect(new Set(all.map(String)).size).toBe(1)
})

test('refuses to retire a key that a secret needs, and to seal with a retired key', async () => {
  await using test = await testStore()
  using made = await testSecrets(test.store)
  const { db } = test.store
  await expect(sql`delete from sealing_key`.execute(db)).rejects.toThrow('foreign key')
  let reloads = 0
  const stubborn = createSealedSecretStore(test.store, {
    ...made.sealer,
    seal: (place, plaintext) => ({ ...made.sealer.seal(place, plaintext), kekVersion: 7 }),
    reload: () => void (reloads += 1),
  })
  const writing = db.transaction().execute((trx) => stubborn.write(trx, 'x', Buffer.from('x')))
  await expect(writing).rejects.toThrow('foreign key')
  expect(reloads).toBe(1)
})

test('replaces a certificate and its key together, and keeps the key out of the audit', async () => {
  await using test = await testStore()
  using made = await testSecrets(test.store)
  const stored = await made.certificates.read('authority')
  expect(stored).toMatchObject({ keyPem: made.authority.keyPem, chainPem: made.authority.certPem })
  expect(await made.certificates.read('administrator')).toBe('absent')
  const { rows } = await sql<{ text: string }>`select audit::text as text from audit`.execute(test.store.db)
  expect(rows).toHaveLength(2)
  expect(rows.every(({ text }) => !text.includes('PRIVATE'))).toBe(true)
})
