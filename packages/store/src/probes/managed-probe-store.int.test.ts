import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aCode, aProbe } from '../../test/a-probe.ts'
import { anOrigin } from '../../test/an-account.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeEnrolmentStore } from './probe-enrolment-store.ts'
import { createProbeHealthStore } from './probe-health-store.ts'
import { createProbeStore } from './probe-store.ts'

const origin = anOrigin()
const nextWeek = new Date(Date.now() + 7 * 86_400_000)

test('creates a probe that waits for pairing, and keeps its code out of the list and the audit', async () => {
  await using test = await testStore()
  const probes = createManagedProbeStore(test.store)
  const code = aCode()
  const made = await probes.create({ id: 7, fqdn: 'north.example', eventsPerSecond: 50 }, code, origin)

  expect(made).toEqual({
    id: 7,
    fqdn: 'north.example',
    isPaired: false,
    isPaused: false,
    createdAt: expect.any(Date),
    eventsPerSecond: 50,
    lastSeenAt: null,
    certificate: null,
    certificates: [],
    cloneAlarms: [],
    enrolmentExpiresAt: expect.any(Date),
  })
  expect(await probes.list()).toEqual([made])
  expect(await probes.find(7)).toEqual(made)
  expect(await probes.find(8)).toBe('absent')
  const audit = await test.store.db.selectFrom('audit').selectAll().execute()
  expect(audit).toMatchObject([{ action: 'probe.create', object: 'probe/7', after: { fqdn: 'north.example' } }])
  expect(JSON.stringify(audit)).not.toContain(Buffer.from(code.codeHash).toString('hex'))
})

test('gives each name and id to one probe, also for concurrent requests', async () => {
  await using test = await testStore()
  const probes = createManagedProbeStore(test.store)
  const make = (id: number | undefined, fqdn: string) =>
    probes.create({ id, fqdn, eventsPerSecond: null }, aCode(), origin)
  const outcomes = await Promise.all([make(undefined, 'a.example'), make(undefined, 'A.example')])
  expect(outcomes.filter((each) => each === 'fqdn-taken')).toHaveLength(1)
  await make(9, 'b.example')
  expect(await make(9, 'c.example')).toBe('id-taken')
  expect(await make(undefined, 'd.example')).toMatchObject({ id: 10 })
  expect(await test.store.db.selectFrom('probe_enrolment').select('probe_id').execute()).toHaveLength(3)
})

test('changes name, pause and limit, and ignores changes without an effect', async () => {
  await using test = await testStore()
  const probes = createManagedProbeStore(test.store)
  const [id, other] = [await aProbe(test.store), await aProbe(test.store)]
  const change = (wish: Parameters<typeof probes.change>[1]) => probes.change(id, wish, origin)
  expect(await change({ fqdn: 'new.example', isPaused: true, eventsPerSecond: 5 })).toMatchObject({
    fqdn: 'new.example',
    isPaused: true,
    eventsPerSecond: 5,
  })
  expect(await change({ isPaused: true })).toMatchObject({ isPaused: true, eventsPerSecond: 5 })
  expect(await change({ isPaused: false, eventsPerSecond: null })).toEqual(await probes.find(id))
  expect(await probes.find(id)).toMatchObject({ isPaused: false, eventsPerSecond: null })
  expect(await probes.change(other, { fqdn: 'NEW.example' }, origin)).toBe('fqdn-taken')
  expect(await change({ fqdn: 'NEW.example' })).toMatchObject({ fqdn: 'NEW.example' })
  expect(await probes.change(99, { isPaused: true }, origin)).toBe('absent')
  const changes = await test.store.db
    .selectFrom('audit')
    .select('before')
    .where('action', '=', 'probe.change')
    .execute()
  expect(changes).toHaveLength(3)
})

test('blocks a removed probe and frees its name, but not its id', async () => {
  await using test = await testStore()
  const { store } = test
  const probes = createManagedProbeStore(store)
  const code = aCode()
  const id = await aProbe(store, code)
  const enrolments = createProbeEnrolmentStore(store)
  const fingerprint = Buffer.alloc(32, 1)
  const shown = { codeHash: code.codeHash, address: '192.0.2.1' }
  expect(await enrolments.take(shown, { fingerprint, notAfter: nextWeek }, origin)).toBe('taken')
  const next = aCode()
  await enrolments.pair(id, next, origin)
  await createProbeHealthStore(store).report({ probeId: id, report: {}, silentSeconds: 120 })
  const before = await probes.find(id)
  expect(before).toMatchObject({ isPaired: true, certificate: { fingerprint } })

  expect(await probes.remove(id, origin)).toBe('removed')
  expect(await probes.remove(id, origin)).toBe('absent')
  expect(await probes.list()).toEqual([])
  expect(await createProbeStore(store).findByFingerprint(fingerprint)).toBe('absent')
  expect(await createProbeHealthStore(store).list()).toEqual(new Map())
  expect(await enrolments.findByCode({ ...shown, codeHash: next.codeHash })).toBe('refused')
  expect(await enrolments.pair(id, aCode(), origin)).toBe('absent')
  expect(await enrolments.revoke(id, origin)).toBe('absent')
  const { fqdn } = before as { fqdn: string }
  expect(await probes.create({ id, fqdn, eventsPerSecond: null }, aCode(), origin)).toBe('id-taken')
  expect(await probes.create({ fqdn, eventsPerSecond: null }, aCode(), origin)).toMatchObject({ id: id + 1 })
})
