import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aClockedStore } from '../../test/a-clocked-store.ts'
import { aProbe } from '../../test/a-probe.ts'
import { anOrigin } from '../../test/an-account.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createManagedProbeStore } from '../probes/managed-probe-store.ts'
import { createProbeHealthStore } from '../probes/probe-health-store.ts'
import { createCoverageStore } from './coverage-store.ts'

const HOUR_MS = 3_600_000

async function aFleet() {
  const clocked = await aClockedStore()
  const { store, pass } = clocked
  const ids = [await aProbe(store), await aProbe(store), await aProbe(store)] as const
  const health = createProbeHealthStore(store)
  const coverage = createCoverageStore(store)
  let now = Date.now()
  // Starts just after a full hour: minutes may pass within it, whenever the test runs.
  const aheadMs = HOUR_MS - (now % HOUR_MS) + 30_000
  pass(aheadMs / 1_000)
  now += aheadMs
  const at = () => new Date(now)
  return {
    ids,
    ledger: createLedgerStore(store),
    at,
    hourStart: () => new Date(Math.floor(now / HOUR_MS) * HOUR_MS),
    pass(seconds: number): void {
      pass(seconds)
      now += seconds * 1_000
    },
    report: (probeId: number) => health.report({ probeId, report: {}, silentSeconds: 120 }),
    removeProbe: (id: number) => createManagedProbeStore(store).remove(id, anOrigin()),
    removeBefore: coverage.removeBefore,
    figures: () => coverage.figures(120),
    read: (probeId?: number) =>
      coverage.read({ from: new Date(now - 10 * HOUR_MS), to: new Date(now + 1_000), probeId, silentSeconds: 120 }),
    async count() {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from stream_hour) + (select count(*) from probe_silence) as count
      `.execute(store.db)
      return rows[0]?.count
    },
    [Symbol.asyncDispose]: () => clocked[Symbol.asyncDispose](),
  }
}

const streamOf = (probeId: number) => ({ probeId, stream: String(probeId).padStart(32, '0') })

test('returns no rows for a healthy fleet, but all hours of a single probe', async () => {
  await using fleet = await aFleet()
  const [one, two] = fleet.ids
  for (const id of [one, two]) await fleet.report(id)
  await fleet.ledger.enter([{ ...streamOf(one), arrivedAt: fleet.at(), received: [[0, 9]], indexed: [[0, 9]] }])
  expect(await fleet.read()).toMatchObject({ probes: 2, hours: [], silences: [], losses: [], isTruncated: false })
  const own = await fleet.read(one)
  expect(own).toMatchObject({
    probes: 1,
    hours: [{ probeId: one, hour: fleet.hourStart(), received: 10, indexed: 10, late: 0, missing: 0 }],
  })
  expect(own.names.get(one)).toMatchObject({ isRemoved: false, to: null })
})

test('reports waiting events as late after 15 s, and announced events that never came as missing', async () => {
  await using fleet = await aFleet()
  const [one, two] = fleet.ids
  const since = fleet.at()
  await fleet.ledger.enter([{ ...streamOf(one), arrivedAt: since, received: [[0, 9]], indexed: [[0, 3]] }])
  await fleet.ledger.claim([{ ...streamOf(two), nextSequence: 7, digest: null }])
  expect((await fleet.read()).hours).toEqual([])
  fleet.pass(20)
  expect((await fleet.read()).hours).toMatchObject([
    { probeId: one, late: 6, missing: 0 },
    { probeId: two, late: 0, missing: 7 },
  ])
  expect((await fleet.read(one)).hours).toMatchObject([{ received: 10, indexed: 4, late: 6 }])
})

test('sums losses and waiting events by hour over all probes, including removed ones', async () => {
  await using fleet = await aFleet()
  const [one, two, three] = fleet.ids
  for (const id of fleet.ids) await fleet.report(id)
  expect(await fleet.figures()).toEqual({ hours: [], silentProbes: 0, knownFrom: expect.any(Date) })
  await fleet.ledger.enter([
    { ...streamOf(one), arrivedAt: fleet.at(), received: [[0, 9]], indexed: [[0, 3]] },
    { ...streamOf(two), arrivedAt: fleet.at(), dead: [[0, 4]], indexed: [[7, 9]] },
  ])
  await fleet.ledger.claim([{ ...streamOf(three), nextSequence: 7, digest: null }])
  await fleet.removeProbe(two)
  const nothing = { late: 0, missing: 0, givenUp: 0, deadLettered: 0, expired: 0, dropped: 0 }
  const lost = { deadLettered: 5, hour: fleet.hourStart() }
  expect((await fleet.figures()).hours).toEqual([{ ...nothing, ...lost, waiting: 13, missing: 2, givenUp: 2 }])
  fleet.pass(200)
  await fleet.report(one)
  expect(await fleet.figures()).toEqual({
    hours: [{ ...nothing, ...lost, waiting: 6, late: 6, missing: 9, givenUp: 2 }],
    silentProbes: 1,
    knownFrom: expect.any(Date),
  })
})

test('counts events that a probe gave up as missing in their hour until they arrive', async () => {
  await using fleet = await aFleet()
  const [one] = fleet.ids
  const stream = streamOf(one)
  const hour = fleet.hourStart()
  await fleet.ledger.enter([{ ...stream, arrivedAt: fleet.at(), indexed: [[0, 4]] }])
  fleet.pass(3_600)
  await fleet.ledger.enter([{ ...stream, arrivedAt: fleet.at(), indexed: [[10, 14]] }])
  await fleet.ledger.abandon(stream, [{ first: 6, last: 9, reason: 'lost' }])
  expect((await fleet.read()).hours).toMatchObject([{ hour, missing: 5, givenUp: 4 }])
  expect((await fleet.read(one)).hours).toMatchObject([
    { missing: 0, givenUp: 0 },
    { hour, missing: 5, givenUp: 4 },
  ])
  expect((await fleet.figures()).hours).toMatchObject([{ hour, missing: 5, givenUp: 4 }])
  await fleet.ledger.enter([{ ...stream, arrivedAt: fleet.at(), indexed: [[8, 9]] }])
  expect((await fleet.read()).hours).toMatchObject([{ hour, missing: 3, givenUp: 2 }])
})

test('counts events that a probe gave up after the last arrival, announced or not', async () => {
  await using fleet = await aFleet()
  const [one] = fleet.ids
  await fleet.ledger.enter([{ ...streamOf(one), arrivedAt: fleet.at(), indexed: [[0, 4]] }])
  await fleet.ledger.abandon(streamOf(one), [{ first: 6, last: 9, reason: 'lost' }])
  expect((await fleet.read()).hours).toMatchObject([{ missing: 4, givenUp: 4 }])
  await fleet.ledger.claim([{ ...streamOf(one), nextSequence: 8, digest: null }])
  fleet.pass(20)
  expect((await fleet.read()).hours).toMatchObject([{ missing: 5, givenUp: 4 }])
  expect((await fleet.figures()).hours).toMatchObject([{ missing: 5, givenUp: 4 }])
})

test('counts everything missing from a removed probe as given up', async () => {
  await using fleet = await aFleet()
  const [one] = fleet.ids
  await fleet.report(one)
  await fleet.ledger.enter([
    {
      ...streamOf(one),
      arrivedAt: fleet.at(),
      indexed: [
        [0, 4],
        [7, 9],
      ],
    },
  ])
  await fleet.ledger.abandon(streamOf(one), [{ first: 12, last: 13, reason: 'lost' }])
  expect((await fleet.read()).hours).toMatchObject([{ missing: 4, givenUp: 2 }])
  await fleet.removeProbe(one)
  expect((await fleet.read()).hours).toMatchObject([{ missing: 4, givenUp: 4 }])
  expect((await fleet.figures()).hours).toMatchObject([{ missing: 4, givenUp: 4 }])
})

test('returns past and ongoing silences, and those that ended with the removal of the probe', async () => {
  await using fleet = await aFleet()
  const [one, two, three] = fleet.ids
  for (const id of fleet.ids) await fleet.report(id)
  fleet.pass(300)
  await fleet.report(one)
  await fleet.removeProbe(two)
  const { silences, probes, names } = await fleet.read()
  const seconds = silences.map(({ probeId, from, to, isOpen }) => [
    probeId,
    Math.round((to.getTime() - from.getTime()) / 1_000),
    isOpen,
  ])
  expect(seconds.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [one, 300, false],
    [two, 300, false],
    [three, 300, true],
  ])
  expect(probes).toBe(3)
  expect(names.get(two)).toMatchObject({ isRemoved: true, to: expect.any(Date) })
})

test('keeps the hours of a removed probe until its events are removed', async () => {
  await using fleet = await aFleet()
  const [one] = fleet.ids
  await fleet.report(one)
  await fleet.ledger.enter([{ ...streamOf(one), arrivedAt: fleet.at(), dead: [[0, 4]], indexed: [[7, 9]] }])
  await fleet.removeProbe(one)
  expect((await fleet.read()).hours).toMatchObject([{ probeId: one, deadLettered: 5, missing: 2 }])
  await fleet.removeBefore(new Date(fleet.at().getTime() - HOUR_MS))
  expect((await fleet.read()).hours).toHaveLength(1)
  const later = new Date(fleet.at().getTime() + 2 * HOUR_MS)
  await fleet.removeBefore(later)
  expect(await fleet.count()).toBe(0)
  expect((await fleet.read()).knownFrom).toEqual(later)
})
