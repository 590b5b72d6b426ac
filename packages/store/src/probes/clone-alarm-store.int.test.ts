import { expect, test } from 'vitest'
import { aClockedStore } from '../../test/a-clocked-store.ts'
import { aCode } from '../../test/a-probe.ts'
import { aProbeIdentity } from '../../test/a-probe-identity.ts'
import type { Store } from '../database/connect-store.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import type { CloneSign } from './clone-signs.ts'

const networks = ['198.51.100.0/24', '192.0.2.0/24']

async function actions({ db }: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'probe.clone%')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

test('raises and audits an alarm once, counts it until the probe is revoked, and clears it', async () => {
  await using clocked = await aClockedStore()
  const { store } = clocked
  const probe = await aProbeIdentity(store)
  const sign: CloneSign = { probeId: probe.id, reason: 'two-networks', networks, certificates: ['ab'] }
  const raised = await Promise.all([1, 2, 3, 4].map(() => probe.clones.raise(sign, probe.origin)))
  expect(raised.filter((each) => each === 'raised')).toHaveLength(1)
  expect(await probe.clones.raise({ ...sign, probeId: 999 }, probe.origin)).toBe('absent')
  const probes = createManagedProbeStore(store)
  const alarm = { reason: 'two-networks', networks, certificates: ['ab'] }
  expect(await probes.find(probe.id)).toMatchObject({ cloneAlarms: [alarm] })
  expect((await probes.list())[0]).toMatchObject({ cloneAlarms: [alarm] })
  expect(await probe.clones.count()).toBe(1)

  await probe.enrolments.revoke(probe.id, probe.origin)
  expect(await probe.clones.count()).toBe(0)
  expect(await probes.find(probe.id)).toMatchObject({ cloneAlarms: [alarm] })
  const clear = () => probe.clones.clear(probe.id, { expectsNetworks: false }, probe.origin)
  expect([await clear(), await clear()]).toEqual(['cleared', 'cleared'])
  expect(await probe.clones.clear(999, { expectsNetworks: false }, probe.origin)).toBe('absent')
  expect(await probes.find(probe.id)).toMatchObject({ cloneAlarms: [] })
  expect(await actions(store)).toEqual(['probe.clone-alarm', 'probe.clone-clear'])
})

test('ignores uses from before an alarm was cleared and raises an alarm for later ones', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first, '192.0.2.1')
  clocked.pass(5)
  const [sign] = (await probe.use(probe.first, '198.51.100.1')).reasons
  expect(sign).toBe('two-networks')
  await probe.clones.raise({ probeId: probe.id, reason: 'two-networks', networks, certificates: [] }, probe.origin)
  clocked.pass(5)
  await probe.clones.clear(probe.id, { expectsNetworks: false }, probe.origin)
  // A gateway reports an earlier use late.
  const late = { probeId: probe.id, fingerprint: probe.first, address: '192.0.2.1', ageMs: 8_000 }
  expect(await probe.uses.note([late])).toEqual([])
  clocked.pass(5)
  expect((await probe.use(probe.first, '198.51.100.1')).reasons).toEqual([])
  expect((await probe.use(probe.first, '192.0.2.1')).reasons).toEqual(['two-networks'])
})

test('counts expected networks as one', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first, '192.0.2.1')
  await probe.use(probe.first, '198.51.100.1')
  await probe.clones.raise({ probeId: probe.id, reason: 'two-networks', networks, certificates: [] }, probe.origin)
  clocked.pass(5)
  await probe.clones.clear(probe.id, { expectsNetworks: true }, probe.origin)
  clocked.pass(7_200)
  for (const address of ['192.0.2.9', '198.51.100.9', '192.0.2.1']) {
    expect((await probe.use(probe.first, address)).reasons).toEqual([])
  }
  expect((await probe.use(probe.first, '203.0.113.1')).reasons).toEqual(['two-networks'])
})

test('clears the alarms of a probe when a pairing code is used', async () => {
  await using clocked = await aClockedStore()
  const probe = await aProbeIdentity(clocked.store)
  await probe.use(probe.first, '192.0.2.1')
  await probe.clones.raise({ probeId: probe.id, reason: 'two-networks', networks, certificates: [] }, probe.origin)
  clocked.pass(5)
  const code = aCode()
  await probe.enrolments.pair(probe.id, code, probe.origin)
  const certificate = { fingerprint: Buffer.alloc(32, 9), notAfter: new Date(Date.now() + 86_400_000) }
  await probe.enrolments.take({ codeHash: code.codeHash, address: '198.51.100.1' }, certificate, probe.origin)
  expect(await createManagedProbeStore(clocked.store).find(probe.id)).toMatchObject({ cloneAlarms: [] })
  clocked.pass(5)
  expect(await probe.use(certificate.fingerprint, '198.51.100.1')).toEqual({ isIn: true, reasons: [] })
})
