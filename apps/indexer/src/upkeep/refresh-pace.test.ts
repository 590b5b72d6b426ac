import { expect, test } from 'vitest'
import { aGeneration } from '../../test/a-generation.ts'
import { createRefreshPace } from './refresh-pace.ts'

const limits = { refreshSeconds: 1, busyPercent: 60, busyRefreshSeconds: 5, behindRefreshSeconds: 10 }

function aWorld(change: Partial<typeof limits> = {}) {
  const state = { unread: 0, share: undefined as number | undefined, open: [1], now: 0 }
  const set: string[] = []
  const logged: unknown[] = []
  const pace = createRefreshPace(
    {
      openGenerations: async () => state.open.map((number) => aGeneration(number)),
      setRefresh: async ({ number }, { eventSeconds, alertSeconds }) =>
        void set.push(`${number}: ${eventSeconds} s, alerts ${alertSeconds} s`),
      logger: { info: (fields: { reason: string }) => void logged.push(fields.reason) } as never,
    },
    { ...limits, ...change },
    () => state.now,
  )
  /** The intervals set by one look, three seconds after the last one. */
  async function look(next: Partial<typeof state> = {}): Promise<string[]> {
    Object.assign(state, next)
    state.now += 3_000
    set.length = 0
    await pace.adapt({ unread: state.unread, share: state.share, eventsPerSecond: undefined, capacity: undefined })
    return [...set]
  }
  /** The last interval set while the load stays the same for this long. */
  async function hold(share: number | undefined, seconds: number): Promise<string | undefined> {
    const all: string[] = []
    for (let at = 0; at < seconds; at += 3) all.push(...(await look({ share })))
    return all.at(-1)
  }
  return { state, pace, logged, look, hold }
}

test('refreshes rarely while far behind, and often again once nearly caught up', async () => {
  const { look } = aWorld()
  expect(await look({ unread: 100 })).toEqual(['1: 1 s, alerts 1 s'])
  expect(await look({ unread: 49_000 })).toEqual([])
  expect(await look({ unread: 51_000 })).toEqual(['1: 10 s, alerts 1 s'])
  expect(await look({ unread: 11_000 })).toEqual([])
  expect(await look({ unread: 9_000 })).toEqual(['1: 1 s, alerts 1 s'])
  expect(await look({ unread: 49_000 })).toEqual([])
})

test('slows down event refreshes after 10 s above the limit, speeds up after 10 s below, and never changes alerts', async () => {
  const { hold, logged } = aWorld()
  expect(await hold(0.5, 30)).toBe('1: 1 s, alerts 1 s')
  expect(await hold(0.64, 60)).toBeUndefined()
  expect(await hold(0.7, 9)).toBeUndefined()
  expect(await hold(0.64, 3)).toBeUndefined()
  expect(await hold(0.7, 12)).toBeUndefined()
  expect(await hold(0.7, 3)).toBe('1: 5 s, alerts 1 s')
  expect(await hold(0.56, 60)).toBeUndefined()
  expect(await hold(0.5, 12)).toBeUndefined()
  expect(await hold(0.5, 3)).toBe('1: 1 s, alerts 1 s')
  expect(logged).toEqual(['busy', 'spare capacity'])
})

test('returns to the fast refresh at half of the capacity after full load', async () => {
  const { look, hold } = aWorld()
  await hold(1, 30)
  expect(await look({ unread: 60_000 })).toEqual(['1: 10 s, alerts 1 s'])
  expect(await look({ unread: 0 })).toEqual(['1: 5 s, alerts 1 s'])
  expect(await hold(0.5, 15)).toBe('1: 1 s, alerts 1 s')
})

test('changes nothing while the load is unknown', async () => {
  const { hold } = aWorld()
  await hold(0.9, 30)
  expect(await hold(undefined, 60)).toBeUndefined()
})

test('never refreshes more often under load than without', async () => {
  const { look, hold } = aWorld({ refreshSeconds: 30 })
  expect(await hold(0.9, 30)).toBe('1: 30 s, alerts 30 s')
  expect(await look({ unread: 60_000 })).toEqual([])
})

test('sets the same refresh interval on a generation that starts under load', async () => {
  const { look } = aWorld()
  await look({ unread: 60_000 })
  expect(await look({ open: [1, 2] })).toEqual(['2: 10 s, alerts 1 s'])
  expect(await look({ unread: 0, open: [2] })).toEqual(['2: 1 s, alerts 1 s'])
})

test('retries a refresh interval that could not be set', async () => {
  let isAway = true
  const set: number[] = []
  const pace = createRefreshPace(
    {
      openGenerations: async () => [aGeneration(1)],
      async setRefresh(_, { eventSeconds }) {
        if (isAway) throw new Error('no engine')
        set.push(eventSeconds)
      },
      logger: { info: () => undefined } as never,
    },
    limits,
    () => 0,
  )
  const load = { unread: 60_000, share: undefined, eventsPerSecond: undefined, capacity: undefined }
  await expect(pace.adapt(load)).rejects.toThrow('no engine')
  isAway = false
  await pace.adapt(load)
  expect(set).toEqual([10])
})

test('sets all intervals again when it becomes leader again', async () => {
  const interval = new Map<number, number>()
  const aCopy = () => {
    const pace = createRefreshPace(
      {
        openGenerations: async () => [aGeneration(1)],
        setRefresh: async ({ number }, { eventSeconds }) => void interval.set(number, eventSeconds),
        logger: { info: () => undefined } as never,
      },
      limits,
    )
    return {
      async lead(unread: number) {
        pace.startLeading()
        await pace.adapt({ unread, share: undefined, eventsPerSecond: undefined, capacity: undefined })
      },
    }
  }
  const [one, other] = [aCopy(), aCopy()]
  await one.lead(0)
  await other.lead(100_000) // the first lost the store for a moment; the second leads, far behind, and is killed
  await one.lead(0) // everything is read by now
  expect(interval.get(1)).toBe(1)
})
