import { expect, test } from 'vitest'
import { createUpkeep } from './upkeep.ts'

const load = { unread: 5, eventsPerSecond: 10, capacity: undefined, share: 0.1 }

function aWorld() {
  const state = { now: 0, failing: '' }
  const done: string[] = []
  const step = (name: string) => {
    done.push(name)
    if (state.failing === name) throw new Error(`${name} failed`)
  }
  const upkeep = createUpkeep(
    {
      meter: {
        restart: () => step('restart'),
        async measure() {
          step('measure')
          return load
        },
      },
      pace: {
        startLeading: () => step('pace leads'),
        adapt: async ({ unread }) => step(`adapt to ${unread} unread`),
        eventSeconds: () => 1,
      },
      merger: { startLeading: () => step('merger leads'), look: async (share) => step(`merge at ${share}`) },
      logger: { warn: (fields: { step: string }) => void done.push(`warned: ${fields.step}`) } as never,
    },
    () => state.now,
  )
  return {
    state,
    upkeep,
    async tick(afterMs: number): Promise<string[]> {
      state.now += afterMs
      done.length = 0
      await upkeep.tick()
      return [...done]
    },
    done,
  }
}

test('looks at most every three seconds', async () => {
  const { tick } = aWorld()
  expect(await tick(0)).toEqual(['measure', 'adapt to 5 unread', 'merge at 0.1'])
  expect(await tick(2_999)).toEqual([])
  expect(await tick(1)).toHaveLength(3)
})

test('changes nothing while the load is unknown', async () => {
  const { state, tick } = aWorld()
  state.failing = 'measure'
  expect(await tick(0)).toEqual(['measure', 'warned: measuring the load'])
})

test('merges even if the refresh interval cannot be set', async () => {
  const { state, tick } = aWorld()
  state.failing = 'adapt to 5 unread'
  expect(await tick(0)).toEqual([
    'measure',
    'adapt to 5 unread',
    'warned: setting the pace of the refresh',
    'merge at 0.1',
  ])
})

test('resets when this indexer becomes leader', async () => {
  const { upkeep, tick, done } = aWorld()
  await tick(0)
  expect(upkeep.load()).toEqual(load)
  done.length = 0
  upkeep.startLeading()
  expect(done).toEqual(['restart', 'pace leads', 'merger leads'])
  expect(upkeep.load()).toBeUndefined()
})
