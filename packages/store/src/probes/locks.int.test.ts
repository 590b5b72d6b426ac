import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aProbeIdentity } from '../../test/a-probe-identity.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeHealthStore } from './probe-health-store.ts'
import { createProbeStore } from './probe-store.ts'

const ROUNDS = 12

test('never deadlocks when gateways and administrators change the same probes in any order', {
  timeout: 60_000,
}, async () => {
  await using made = await testStore()
  const { store } = made
  const fleet = [await aProbeIdentity(store), await aProbeIdentity(store), await aProbeIdentity(store)]
  const managed = createManagedProbeStore(store)
  const health = createProbeHealthStore(store)
  const [{ uses, origin }] = fleet as [(typeof fleet)[number]]
  const present = new Map<number, Buffer>(fleet.map(({ id, first }) => [id, first]))
  const noted = (list: typeof fleet) =>
    uses.note(list.map(({ id, first }) => ({ probeId: id, fingerprint: first, address: '192.0.2.1', ageMs: 0 })))
  const renewed = async (probe: (typeof fleet)[number]) => {
    const next = await probe.renew(present.get(probe.id) ?? probe.first)
    if (next === 'refused') return
    await probe.use(next)
    present.set(probe.id, next)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([
      noted(fleet),
      noted(fleet.toReversed()),
      health.touch(fleet.map(({ id }) => id)),
      health.touch(fleet.map(({ id }) => id).toReversed()),
      ...fleet.map(renewed),
      ...fleet.map(({ id, clones }) =>
        clones.raise({ probeId: id, reason: 'two-networks', networks: [], certificates: [] }, origin),
      ),
      ...fleet.map(({ id, clones }) => clones.clear(id, { expectsNetworks: true }, origin)),
      ...fleet.map(({ id }) => managed.change(id, { isPaused: round % 2 === 0 }, origin)),
    ])
  }
  for (const probe of fleet) expect((await probe.live()).length).toBeLessThanOrEqual(2)
  await Promise.all([noted(fleet), noted(fleet.toReversed()), ...fleet.map(({ id }) => managed.remove(id, origin))])
  expect(await managed.list()).toEqual([])
})

test('a change of one probe does not wait for a transaction that has changed another one', async () => {
  await using made = await testStore()
  const { store } = made
  const [one, other] = [await aProbeIdentity(store), await aProbeIdentity(store)]
  const { revision } = createProbeStore(store)
  const before = await revision()
  const open = await store.db.startTransaction().execute()
  const end = { not_after: new Date(Date.now() + 60_000) }
  await open.updateTable('probe_certificate').set(end).where('probe_id', '=', one.id).execute()
  await open.updateTable('probe').set({ events_per_second: 5 }).where('id', '=', one.id).execute()
  expect(await other.renew(other.first)).not.toBe('refused')
  expect(await revision()).toBe(before + 1)
  await open.commit().execute()
  expect(await revision()).toBe(before + 2)
})
