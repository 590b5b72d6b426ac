import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aProbe } from '../../test/a-probe.ts'
import { createProbeClockStore } from './probe-clock-store.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 17, 9, 0, second))

test('adds up corrections and keeps the last arrival, in any order', async () => {
  await using test = await testStore()
  const clocks = createProbeClockStore(test.store)
  const [one, other] = [await aProbe(test.store), await aProbe(test.store)]
  await clocks.add([])
  await clocks.add([
    { probeId: other, aheadEvents: 0, oldEvents: 1, lastClaimed: '0001-01-01T00:00:00Z', lastReceived: at(1) },
    { probeId: one, aheadEvents: 2, oldEvents: 0, lastClaimed: '9999-12-31T23:59:59Z', lastReceived: at(5) },
  ])
  await clocks.add([
    { probeId: one, aheadEvents: 0, oldEvents: 3, lastClaimed: '1970-01-01T00:00:00Z', lastReceived: at(2) },
  ])
  const found = { aheadEvents: 2, oldEvents: 3, lastClaimed: '9999-12-31T23:59:59Z', lastReceived: at(5) }
  expect(await clocks.find(one)).toEqual(found)
  expect(await clocks.list()).toEqual(
    new Map([
      [one, found],
      [other, expect.objectContaining({ oldEvents: 1 })],
    ]),
  )
})

test('skips an unknown or deleted probe', async () => {
  await using test = await testStore()
  const clocks = createProbeClockStore(test.store)
  const gone = await aProbe(test.store)
  await test.store.db
    .updateTable('probe')
    .set({ deleted_at: at(0) })
    .where('id', '=', gone)
    .execute()
  const correction = { aheadEvents: 1, oldEvents: 0, lastClaimed: '2038-01-19T03:14:08Z', lastReceived: at(0) }
  await clocks.add([gone, 4_711].map((probeId) => ({ probeId, ...correction })))
  expect(await clocks.find(gone)).toBe('absent')
  expect(await clocks.list()).toEqual(new Map())
})

test('counts every event when indexers update the same probes at once', async () => {
  await using test = await testStore()
  const clocks = createProbeClockStore(test.store)
  const probes = [await aProbe(test.store), await aProbe(test.store)]
  const one = { aheadEvents: 1, oldEvents: 0, lastClaimed: '2038-01-19T03:14:08Z', lastReceived: at(0) }
  await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      clocks.add((turn % 2 ? probes : probes.toReversed()).map((probeId) => ({ probeId, ...one }))),
    ),
  )
  expect([...(await clocks.list()).values()].map(({ aheadEvents }) => aheadEvents)).toEqual([8, 8])
})
