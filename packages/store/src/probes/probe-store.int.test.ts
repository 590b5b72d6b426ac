import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createProbeStore } from './probe-store.ts'

const nextYear = new Date(Date.now() + 365 * 86_400_000)
const yesterday = new Date(Date.now() - 86_400_000)
const fingerprint = (fill: number) => new Uint8Array(32).fill(fill)

test('adds the same probe only once', async () => {
  await using test = await testStore()
  const probes = createProbeStore(test.store)
  const probe = { id: 7, fqdn: 'north.example', fingerprint: fingerprint(1), notAfter: nextYear }

  const outcomes = await Promise.all([probes.add(probe), probes.add(probe)])
  outcomes.push(await probes.add({ ...probe, fqdn: 'North.example' }))

  expect(outcomes).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }])
  expect(await probes.list()).toEqual([{ id: 7, fqdn: 'north.example', isPaired: true, paused: false }])
})

test('rejects an id, a name or a certificate that belongs to another probe', async () => {
  await using test = await testStore()
  const probes = createProbeStore(test.store)
  const probe = { id: 7, fqdn: 'north.example', fingerprint: fingerprint(1), notAfter: nextYear }
  await probes.add(probe)

  expect(await probes.add({ ...probe, fqdn: 'south.example', fingerprint: fingerprint(2) })).toBe('id-taken')
  expect(await probes.add({ ...probe, id: 8 })).toBe('fqdn-taken')
  expect(await probes.add({ ...probe, id: 8, fqdn: 'south.example' })).toBe('certificate-taken')
  expect(await probes.add({ ...probe, id: undefined, fqdn: 'south.example' })).toBe('certificate-taken')
  expect(await probes.list()).toHaveLength(1)
})

test('skips ids given by hand when assigning the next one', async () => {
  await using test = await testStore()
  const probes = createProbeStore(test.store)
  await probes.add({ id: 2, fqdn: 'b.example', fingerprint: fingerprint(2), notAfter: nextYear })
  await probes.add({ id: 1, fqdn: 'a.example', fingerprint: fingerprint(1), notAfter: nextYear })

  expect(await probes.add({ fqdn: 'c.example', fingerprint: fingerprint(3), notAfter: nextYear })).toEqual({ id: 3 })
})

test('finds a probe by its certificate, with the state of that certificate', async () => {
  await using test = await testStore()
  const probes = createProbeStore(test.store)
  const { db } = test.store
  await probes.add({ id: 7, fqdn: 'north.example', fingerprint: fingerprint(1), notAfter: nextYear })
  await probes.add({ id: 7, fqdn: 'north.example', fingerprint: fingerprint(2), notAfter: yesterday })
  await probes.add({ id: 7, fqdn: 'north.example', fingerprint: fingerprint(3), notAfter: nextYear })
  await db
    .updateTable('probe_certificate')
    .set({ revoked_at: new Date() })
    .where('fingerprint', '=', Buffer.from(fingerprint(3)))
    .execute()

  const unused = { isUsed: false, isSuperseded: false, graceMs: null }
  const known = { id: 7, fqdn: 'north.example', paused: false, eventsPerSecond: null, ...unused }
  const found = await Promise.all([1, 2, 3, 4].map((fill) => probes.findByFingerprint(fingerprint(fill))))
  expect(found).toEqual([
    { ...known, fingerprint: Buffer.from(fingerprint(1)), isPaired: true, notAfter: nextYear },
    { ...known, fingerprint: Buffer.from(fingerprint(2)), isPaired: false, notAfter: yesterday },
    { ...known, fingerprint: Buffer.from(fingerprint(3)), isPaired: false, notAfter: nextYear },
    'absent',
  ])

  const many = await probes.findByFingerprints([4, 3, 1].map(fingerprint))
  expect(new Map(many.map((each) => [each.fingerprint[0], each.isPaired]))).toEqual(
    new Map([
      [1, true],
      [3, false],
    ]),
  )

  const revision = await probes.revision()
  await db.updateTable('probe').set({ last_seen_at: new Date() }).execute()
  expect(await probes.revision()).toBe(revision)
  await db.updateTable('probe_certificate').set({ revoked_at: new Date() }).where('probe_id', '=', 999).execute()
  expect(await probes.revision()).toBe(revision)

  await db.updateTable('probe').set({ paused_at: new Date() }).execute()
  expect(await probes.revision()).toBe(revision + 1)
  expect(await probes.findByFingerprint(fingerprint(1))).toMatchObject({ paused: true })
  await db.updateTable('probe').set({ deleted_at: new Date() }).execute()
  expect(await probes.findByFingerprint(fingerprint(1))).toBe('absent')
  expect(await probes.list()).toEqual([])
})
