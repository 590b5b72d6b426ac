import type { TimeSpan } from '@watchpost/engine'
import { expect, test } from 'vitest'
import type { KnownIndex } from './choose-indexes.ts'
import { createTimeProfiles } from './time-profiles.ts'

const minute = 60_000

function index(number: number, documents: number, times: KnownIndex['times'] = 'open'): KnownIndex {
  const name = `malware-${number}`
  return { name, uuid: name, family: 'malware', number, begunAt: 0, shards: 1, documents, times, hasOpenAlias: true }
}
const sealed = (number: number, documents: number) => index(number, documents, { least: 1, greatest: 9 })

function someProfiles(answer: (name: string) => Promise<TimeSpan[] | 'gone'> = async () => aSpan(20_000)) {
  const asked: string[] = []
  const sampled: number[] = []
  const clock = { now: 0 }
  const profiles = createTimeProfiles({
    profileOf: (name) => {
      asked.push(name)
      return answer(name)
    },
    sampleOf: async (_name, { wanted }) => {
      sampled.push(wanted)
      return Array.from({ length: wanted }, (_, at) => ({ at }))
    },
    pause: async (ms) => void (clock.now += ms),
    now: () => clock.now,
  })
  return { profiles, asked, sampled, clock }
}
const aSpan = (documents: number): TimeSpan[] => [{ from: 1, to: 9, documents }]

test('reads a sealed index once, the newest first', async () => {
  const { profiles, asked, clock } = someProfiles()
  const indexes = [sealed(1, 20_000), sealed(2, 20_000)]
  await profiles.read(indexes)
  clock.now += 10 * minute
  await profiles.read(indexes)
  expect(asked).toEqual(['malware-2', 'malware-1'])
  expect(profiles.of('malware-1')).toMatchObject({ documents: 20_000, isFinal: true })
})

test('skips small sealed indexes, whose minimum and maximum time are known', async () => {
  const { profiles, asked } = someProfiles()
  await profiles.read([sealed(1, 10_000)])
  expect(asked).toEqual([])
})

test('reads an open index at most once a minute, and only if it has changed', async () => {
  const { profiles, asked, clock } = someProfiles()
  for (const documents of [20_000, 20_001, 20_002]) await profiles.read([index(1, documents)])
  expect(asked.length).toBe(1)
  clock.now += minute
  await profiles.read([index(1, 20_000)])
  expect(asked.length).toBe(1)
  await profiles.read([index(1, 20_003)])
  expect(asked.length).toBe(2)
  expect(profiles.of('malware-1')?.isFinal).toBe(false)
})

test('reads an index again when it has been sealed', async () => {
  const { profiles, asked } = someProfiles()
  await profiles.read([index(1, 20_000)])
  await profiles.read([sealed(1, 20_000)])
  expect(asked.length).toBe(2)
  expect(profiles.of('malware-1')?.isFinal).toBe(true)
})

test('reads one index at a time, however often it is called', async () => {
  let underWay = 0
  const { profiles, asked } = someProfiles(async () => {
    underWay += 1
    expect(underWay).toBe(1)
    await Promise.resolve()
    underWay -= 1
    return aSpan(20_000)
  })
  const indexes = [sealed(1, 20_000), sealed(2, 20_000)]
  await Promise.all([profiles.read(indexes), profiles.read(indexes), profiles.read(indexes)])
  expect(asked.length).toBe(2)
})

test('ends a round after some seconds, and continues in the next with open indexes first', async () => {
  const { profiles, asked, clock } = someProfiles(async () => {
    clock.now += 4_000
    return aSpan(20_000)
  })
  const indexes = [sealed(1, 20_000), sealed(2, 20_000), index(3, 20_000)]
  await profiles.read(indexes)
  expect(asked).toEqual(['malware-3'])
  await profiles.read(indexes)
  await profiles.read(indexes)
  expect(asked).toEqual(['malware-3', 'malware-2', 'malware-1'])
})

test('forgets deleted indexes, and keeps its data while the engine is unavailable', async () => {
  let isAway = false
  const { profiles } = someProfiles(async (name) => {
    if (isAway) throw new Error('away')
    return name === 'malware-9' ? 'gone' : aSpan(20_000)
  })
  await profiles.read([sealed(1, 20_000), sealed(2, 20_000), sealed(9, 20_000)])
  expect(profiles.of('malware-9')).toBeUndefined()
  isAway = true
  await expect(profiles.read([sealed(2, 20_000), sealed(3, 20_000)])).rejects.toThrow('away')
  expect(profiles.of('malware-1')).toBeUndefined()
  expect(profiles.of('malware-2')).toBeDefined()
  isAway = false
  await profiles.read([sealed(3, 20_000)])
  expect(profiles.of('malware-3')).toBeDefined()
})

test('stops when isOver returns true', async () => {
  const { profiles, asked } = someProfiles()
  await profiles.read([sealed(1, 20_000)], () => true)
  expect(asked).toEqual([])
})

test('samples each index in proportion to its size', async () => {
  const { profiles, sampled } = someProfiles()
  await profiles.read([sealed(1, 50_000), sealed(2, 250_000)])
  // 1,024 × 5 / 6 and 1,024 / 6, rounded up or down.
  expect([853, 854]).toContain(sampled[0])
  expect([170, 171]).toContain(sampled[1])
  expect(profiles.of('malware-1')?.sample).toHaveLength(sampled[1] ?? 0)
})

test('keeps the times of an index whose sample cannot be read, and tries again after a minute', async () => {
  let isFailing = true
  const clock = { now: 0 }
  const profiles = createTimeProfiles({
    profileOf: async () => aSpan(20_000),
    sampleOf: async () => {
      if (isFailing) throw new Error('no sample')
      return [{ at: 1 }]
    },
    pause: async () => {},
    now: () => clock.now,
  })
  const indexes = [sealed(1, 20_000), sealed(2, 20_000)]
  await expect(profiles.read(indexes)).rejects.toThrow('no sample')
  expect(profiles.of('malware-1')).toMatchObject({ documents: 20_000, isFinal: true, sample: undefined })
  isFailing = false
  await profiles.read(indexes)
  expect(profiles.of('malware-1')?.sample).toBeUndefined()
  clock.now += minute
  await profiles.read(indexes)
  expect(profiles.of('malware-1')?.sample).toHaveLength(1)
})

test('keeps about 1,024 documents in all when indexes are added', async () => {
  const { profiles, clock } = someProfiles()
  const indexes = Array.from({ length: 20 }, (_, number) => sealed(number, 1_000_000))
  for (let count = 1; count <= indexes.length; count++) {
    await profiles.read(indexes.slice(0, count))
    clock.now += minute
  }
  await profiles.read(indexes)
  const sizes = indexes.map(({ uuid }) => profiles.of(uuid)?.sample?.length ?? 0)
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1_044)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(51)
})
