import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aProbe } from '../test/a-probe.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeHealthStore } from './probe-health-store.ts'

test('the newest report of each probe is kept', async () => {
  await using test = await testStore()
  const health = createProbeHealthStore(test.store)
  const [one, other] = [await aProbe(test.store), await aProbe(test.store)]
  await health.report(one, { lag_seconds: 9, possible_losses: [] })
  await health.report(one, { lag_seconds: 1, possible_losses: [] })
  expect(await health.find(one)).toEqual({
    report: { lag_seconds: 1, possible_losses: [] },
    reportedAt: expect.any(Date),
  })
  expect(await health.find(other)).toBe('absent')
  expect([...(await health.list()).keys()]).toEqual([one])
})

test('probes that are heard of say so, whoever else says it at the same time', async () => {
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
