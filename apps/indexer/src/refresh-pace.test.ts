import { createLogger } from '@watchpost/runtime'
import type { Generation } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createRefreshPace } from './refresh-pace.ts'

function aGeneration(number: number): Generation {
  return {
    number,
    day: '2026-11-15',
    isSealed: false,
    isRemoved: false,
    isDeleted: false,
    isRollOverRequested: false,
    openedAt: new Date('2026-11-15'),
  }
}

function aWorld() {
  const state = { unread: 0 as number | Error, open: [1], now: 0 }
  const set: string[] = []
  const pace = createRefreshPace(
    {
      async unread() {
        if (state.unread instanceof Error) throw state.unread
        return state.unread
      },
      openGenerations: async () => state.open.map(aGeneration),
      setRefresh: async ({ number }, seconds) => void set.push(`${number}: ${seconds} s`),
      logger: createLogger('test', 'silent'),
    },
    { refreshSeconds: 1 },
    () => state.now,
  )
  return {
    state,
    /** What is set by one look, a while after the last. */
    async look(change: Partial<typeof state>): Promise<string[]> {
      Object.assign(state, change)
      state.now += 5_000
      set.length = 0
      await pace.tick()
      return [...set]
    },
    tick: () => pace.tick(),
    set,
  }
}

test('refreshes seldom while far behind and often again once nearly caught up', async () => {
  const { look } = aWorld()
  expect(await look({ unread: 100 })).toEqual(['1: 1 s'])
  expect(await look({ unread: 49_000 })).toEqual([])
  expect(await look({ unread: 51_000 })).toEqual(['1: 10 s'])
  expect(await look({ unread: 11_000 })).toEqual([])
  expect(await look({ unread: 9_000 })).toEqual(['1: 1 s'])
  expect(await look({ unread: 49_000 })).toEqual([])
})

test('gives a generation that is begun meanwhile the same pace', async () => {
  const { look } = aWorld()
  await look({ unread: 60_000 })
  expect(await look({ open: [1, 2] })).toEqual(['2: 10 s'])
  expect(await look({ unread: 0, open: [2] })).toEqual(['2: 1 s'])
})

test('leaves everything as it is while the backlog is not known', async () => {
  const { look } = aWorld()
  await look({ unread: 60_000 })
  expect(await look({ unread: new Error('no broker') })).toEqual([])
  expect(await look({ unread: 0 })).toEqual(['1: 1 s'])
})

test('looks at most every three seconds', async () => {
  const world = aWorld()
  await world.look({ unread: 0 })
  world.state.unread = 60_000
  world.state.now += 2_999
  await world.tick()
  expect(world.set).toEqual(['1: 1 s'])
  world.state.now += 1
  await world.tick()
  expect(world.set).toEqual(['1: 1 s', '1: 10 s'])
})

test('a copy that leads again does not trust what it had set before another led', async () => {
  const interval = new Map<number, number>()
  const aCopy = () => {
    const state = { unread: 0, now: 0 }
    const pace = createRefreshPace(
      {
        unread: async () => state.unread,
        openGenerations: async () => [aGeneration(1)],
        setRefresh: async ({ number }, seconds) => void interval.set(number, seconds),
        logger: createLogger('test', 'silent'),
      },
      { refreshSeconds: 1 },
      () => state.now,
    )
    return {
      async lead(unread: number) {
        state.unread = unread
        state.now += 5_000
        pace.startLeading()
        await pace.tick()
      },
    }
  }
  const [one, other] = [aCopy(), aCopy()]
  await one.lead(0)
  await other.lead(100_000) // the first lost the store for a moment; the second leads, far behind, and is killed
  await one.lead(0) // all is read by now
  expect(interval.get(1)).toBe(1)
})
