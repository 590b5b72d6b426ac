import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin } from '../../test/an-account.ts'
import { aClockedStore } from '../../test/a-clocked-store.ts'
import { aProbe } from '../../test/a-probe.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeHealthStore } from './probe-health-store.ts'

/** Reports are stored as they are; only the capture counters are read. */
const aReport = (fields: object): object => fields

async function aListeningStore() {
  const clocked = await aClockedStore()
  const health = createProbeHealthStore(clocked.store)
  const { db } = clocked.store
  const id = await aProbe(clocked.store)
  return {
    id,
    pass: clocked.pass,
    report: (capture?: { packets: number; dropped: number } | null, heardAgeMs?: number) =>
      health.report({
        probeId: id,
        report: { ...(capture !== undefined && { capture }) },
        heardAgeMs,
        silentSeconds: 120,
      }),
    events: (firstAgeMs: number, lastAgeMs: number) => health.hear([{ probeId: id, firstAgeMs, lastAgeMs }], 120),
    /** In whole seconds. */
    async silences() {
      const rows = await db.selectFrom('probe_silence').selectAll().orderBy('began_at').execute()
      return rows.map(({ began_at, ended_at }) => Math.round((ended_at.getTime() - began_at.getTime()) / 1_000))
    },
    async dropped() {
      const rows = await db.selectFrom('capture_loss').select(['hour', 'dropped']).orderBy('hour').execute()
      return rows.map(({ dropped }) => dropped)
    },
    probe: () => db.selectFrom('probe').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    remove: () => createManagedProbeStore(clocked.store).remove(id, anOrigin()),
    [Symbol.asyncDispose]: () => clocked[Symbol.asyncDispose](),
  }
}

test('records a silence if neither a report nor an event arrives in time', async () => {
  await using probe = await aListeningStore()
  await probe.report()
  expect((await probe.probe()).first_heard_at).not.toBeNull()
  probe.pass(110)
  await probe.events(0, 0)
  probe.pass(110)
  await probe.report()
  expect(await probe.silences()).toEqual([])
  probe.pass(300)
  await probe.report()
  await probe.report()
  probe.pass(600)
  // The events came 20 s ago and are only recorded now, with or without a report before.
  await probe.events(20_000, 5_000)
  probe.pass(300)
  await probe.report(undefined, 10_000)
  await probe.events(10_000, 0)
  expect(await probe.silences()).toEqual([300, 580, 295])
})

test('keeps the last contact of a removed probe', async () => {
  await using probe = await aListeningStore()
  await probe.events(0, 0)
  probe.pass(100)
  await probe.report()
  const before = await probe.probe()
  await probe.remove()
  const after = await probe.probe()
  expect(after.heard_at?.getTime()).toBeGreaterThan((before.heard_at?.getTime() ?? 0) + 90_000)
})

test('counts dropped packets once, from the second report on, also after a counter reset', async () => {
  await using probe = await aListeningStore()
  await probe.report({ packets: 1_000, dropped: 40 })
  await probe.report({ packets: 2_000, dropped: 40 })
  expect(await probe.dropped()).toEqual([])
  await probe.report({ packets: 3_000, dropped: 45 })
  await probe.report({ packets: 3_000, dropped: 45 })
  await probe.report(null)
  await probe.report({ packets: 3_500, dropped: 47 })
  expect(await probe.dropped()).toEqual([7])
  await probe.report({ packets: 100, dropped: 3 })
  expect(await probe.dropped()).toEqual([10])
  probe.pass(3_600)
  await probe.report({ packets: 200, dropped: 4 })
  expect(await probe.dropped()).toEqual([10, 1])
})

test('keeps the newest report of each probe', async () => {
  await using test = await testStore()
  const health = createProbeHealthStore(test.store)
  const [one, other] = [await aProbe(test.store), await aProbe(test.store)]
  for (const lag_seconds of [9, 1]) {
    await health.report({ probeId: one, report: aReport({ lag_seconds, possible_losses: [] }), silentSeconds: 120 })
  }
  expect(await health.find(one)).toEqual({
    report: { lag_seconds: 1, possible_losses: [] },
    reportedAt: expect.any(Date),
  })
  expect(await health.find(other)).toBe('absent')
  expect([...(await health.list()).keys()]).toEqual([one])
})

test('records the contact of a probe when many gateways report it at once', async () => {
  await using test = await testStore()
  const health = createProbeHealthStore(test.store)
  const probes = createManagedProbeStore(test.store)
  const [one, two, three] = [await aProbe(test.store), await aProbe(test.store), await aProbe(test.store)]
  await health.touch([])
  await Promise.all(Array.from({ length: 8 }, (_, at) => health.touch(at % 2 ? [one, two] : [two, one])))
  expect((await probes.list()).map(({ id, lastSeenAt }) => [id, lastSeenAt !== null])).toEqual([
    [one, true],
    [two, true],
    [three, false],
  ])
})
