import { expect, test } from 'vitest'
import { aClockedStore } from '../../test/a-clocked-store.ts'
import { aProbeIdentity } from '../../test/a-probe-identity.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeStore } from './probe-store.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')
const minutes = (count: number) => count * 60

test('ends the old certificate 30 seconds after the first use of the new one', async () => {
  await using clocked = await aClockedStore()
  const { store } = clocked
  const probe = await aProbeIdentity(store)
  const old = probe.first
  expect(await probe.use(old)).toEqual({ isIn: true, reasons: [] })
  const renewed = (await probe.renew(old)) as Buffer
  clocked.pass(minutes(60))
  // An issued certificate is not used yet: an agent that crashed before saving it continues with the old one.
  expect(await probe.use(old)).toEqual({ isIn: true, reasons: [] })
  expect(await probe.use(renewed)).toEqual({ isIn: true, reasons: [] })
  clocked.pass(10)
  expect(await probe.use(old)).toEqual({ isIn: true, reasons: [] })
  expect(await probe.renew(old)).toBe('refused')
  const ending = await createProbeStore(store).findByFingerprint(old)
  expect(ending).toMatchObject({ isPaired: true, isSuperseded: true })
  const { graceMs } = ending as { graceMs: number }
  expect([graceMs > 0, graceMs <= 20_000]).toEqual([true, true])
  clocked.pass(21)
  expect(await probe.use(old)).toEqual({ isIn: false, reasons: [] })
  expect(await probe.use(renewed)).toEqual({ isIn: true, reasons: [] })
  const audited = await store.db.selectFrom('audit').select('before').where('action', '=', 'probe.supersede').execute()
  expect(audited).toEqual([{ before: { certificates: [old.toString('hex')] } }])
})

test('replaces a newer certificate that was never used on renewal, but never the one in use', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first)
  let unused = await probe.renew(probe.first)
  for (let turn = 0; turn < 5; turn += 1) {
    const next = await probe.renew(probe.first)
    expect(await probe.use(unused as Buffer)).toEqual({ isIn: false, reasons: [] })
    expect(new Set((await probe.live()).map(hex))).toEqual(new Set([probe.first, next as Buffer].map(hex)))
    unused = next
  }
  expect(await probe.use(unused as Buffer)).toMatchObject({ isIn: true })
  expect(await probe.live()).toEqual([unused])
  const told = await createManagedProbeStore(clocked.store).find(probe.id)
  expect(told).toMatchObject({ certificate: { fingerprint: unused } })
  const states = (told as { certificates: Array<{ state: string }> }).certificates.map(({ state }) => state)
  expect(states).toEqual(['in-use', 'replaced', 'replaced', 'replaced', 'replaced', 'replaced', 'superseded'])
})

test('lists certificates with their first use, last use and network', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  const probes = createManagedProbeStore(clocked.store)
  expect(await probes.find(probe.id)).toMatchObject({
    certificates: [{ state: 'unused', firstUsedAt: null, lastUsedAt: null, lastNetwork: null }],
  })
  await probe.use(probe.first, '2001:db8:1:2::3')
  const used = { state: 'in-use', firstUsedAt: expect.any(Date), lastUsedAt: expect.any(Date) }
  expect(await probes.find(probe.id)).toMatchObject({ certificates: [{ ...used, lastNetwork: '2001:db8:1::/48' }] })
  await probe.use(probe.first, '192.0.2.77')
  const [listed] = await probes.list()
  expect(listed).toMatchObject({ certificates: [{ ...used, lastNetwork: '192.0.2.0/24' }], cloneAlarms: [] })
})

test('raises a sign when an old certificate is used more than 10 minutes after the first use of the new one', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first)
  const renewed = (await probe.renew(probe.first)) as Buffer
  await probe.use(renewed)
  clocked.pass(minutes(9))
  expect(await probe.use(probe.first)).toEqual({ isIn: false, reasons: [] })
  clocked.pass(minutes(1))
  expect(await probe.use(renewed)).toEqual({ isIn: true, reasons: [] })
  expect(await probe.use(probe.first)).toEqual({ isIn: false, reasons: ['old-certificate'] })
  // Use of a revoked certificate is not a sign of a clone.
  await probe.enrolments.revoke(probe.id, probe.origin)
  expect(await probe.use(probe.first)).toEqual({ isIn: false, reasons: [] })
})

test('raises a sign when a certificate that was replaced unused is used later', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first)
  const stolen = (await probe.renew(probe.first)) as Buffer
  await probe.renew(probe.first)
  clocked.pass(minutes(11))
  expect(await probe.use(stolen)).toEqual({ isIn: false, reasons: ['old-certificate'] })
  await probe.enrolments.revoke(probe.id, probe.origin)
  expect(await probe.use(stolen)).toEqual({ isIn: false, reasons: [] })
})

test('raises a sign when a probe is used from two networks within an hour', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  const other = await aProbeIdentity(clocked.store)
  for (const address of ['192.0.2.1', '192.0.2.254', '192.0.2.17']) {
    expect((await probe.use(probe.first, address)).reasons).toEqual([])
  }
  // The networks of another probe do not matter.
  expect((await other.use(other.first, '203.0.113.9')).reasons).toEqual([])
  clocked.pass(minutes(61))
  expect((await probe.use(probe.first, '198.51.100.1')).reasons).toEqual([])
  clocked.pass(minutes(59))
  expect((await probe.use(probe.first, '2001:db8::1')).reasons).toEqual(['two-networks'])
  expect((await probe.use(probe.first, '2001:db8::2')).reasons).toEqual(['two-networks'])
  clocked.pass(minutes(61))
  expect((await probe.use(probe.first, '2001:db8::3')).reasons).toEqual([])
})

test('changes the probe revision when a certificate is superseded, but not when uses are written', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  const { revision } = createProbeStore(clocked.store)
  const before = await revision()
  await probe.use(probe.first)
  await probe.use(probe.first, '198.51.100.1')
  expect(await revision()).toBe(before)
  const renewed = (await probe.renew(probe.first)) as Buffer
  const issued = await revision()
  await probe.use(renewed)
  expect(await revision()).toBeGreaterThan(issued)
})
