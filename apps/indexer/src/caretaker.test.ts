import { createLogger } from '@watchpost/runtime'
import type { Generation, StreamPlace } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createCaretaker } from './caretaker.ts'

interface State {
  shardBytes: number
  diskShare: number
  today: string
  isCutOffBefore: string
  retention?: { days: number; diskLimit: number }
}

/** An in-memory engine and store that record every call. */
function aWorld(days: string[], today = '2026-11-14') {
  const done: string[] = []
  const holds = new Set<string>()
  const state: State = {
    shardBytes: 0,
    diskShare: 0.1,
    today,
    isCutOffBefore: '',
    retention: { days: 30, diskLimit: 0.8 },
  }
  const all: Generation[] = days.map((day, index) => ({
    number: index + 1,
    day,
    isSealed: index < days.length - 1,
    isRemoved: false,
    isDeleted: false,
    isRollOverRequested: false,
    openedAt: new Date(day),
  }))
  const act = (what: string) => {
    if (state.isCutOffBefore && what.startsWith(state.isCutOffBefore)) throw new Error('killed')
    done.push(what)
  }
  const find = (number: number) => all.find((each) => each.number === number) as Generation
  const placed: StreamPlace[] = []
  const open = new Set<number>()
  const caretaker = createCaretaker(
    {
      engine: {
        complete: async () => undefined,
        create: async ({ number, day }) => act(`create ${number} ${day}`),
        seal: async ({ number }) => act(`block ${number}`),
        setOpen: async (isOpen) => {
          for (const [number, value] of isOpen) open[value ? 'add' : 'delete'](number)
        },
        remove: async ({ number }) => act(`delete ${number}`),
        highestSequences: async (_generation, streams) => new Map(streams.map((stream) => [stream, 41])),
        shardBytes: async () => state.shardBytes,
        diskShare: async () => state.diskShare,
      },
      generations: {
        list: async () => all.map((each) => ({ ...each })),
        open: async (number, day) => {
          act(`open ${number}`)
          all.push({
            number,
            day,
            isSealed: false,
            isRemoved: false,
            isDeleted: false,
            isRollOverRequested: false,
            openedAt: new Date(),
          })
        },
        markSealed: async (number) => {
          act(`seal ${number}`)
          find(number).isSealed = true
        },
        markRemoved: async (number) => {
          act(`remove ${number}`)
          find(number).isRemoved = true
        },
        markDeleted: async (number) => {
          act(`deleted ${number}`)
          find(number).isDeleted = true
        },
      },
      places: {
        endingIn: async (generation) => [{ probeId: 1, stream: 'quiet', firstSequence: 0, generation }],
        add: async (places) => void placed.push(...places),
        move: async () => undefined,
        removeOf: async (number) => act(`forget ${number}`),
      },
      ledger: { removeSilentSince: async (instant) => act(`silent since ${instant.toISOString().slice(0, 10)}`) },
      coverage: { removeBefore: async (instant) => act(`uncovered before ${instant.toISOString().slice(0, 10)}`) },
      marks: { removeBefore: async () => 0 },
      holds: { raise: async (reason) => void holds.add(reason), lift: async (reason) => void holds.delete(reason) },
      retention: async () => {
        if (!state.retention) throw new Error('not known')
        return state.retention
      },
      logger: createLogger('test', 'silent'),
    },
    { rollOverBytes: 1_000 },
    () => new Date(`${state.today}T12:00:00Z`),
  )
  return { caretaker, done, state, all, holds, placed, open }
}

test('creates the first generation, its indexes before its row', async () => {
  const { caretaker, done } = aWorld([])
  await caretaker.tick()
  expect(done).toEqual(['create 1 2026-11-14', 'open 1'])
})

test.each([
  ['a new day', { today: '2026-11-15' }, {}],
  ['size', { shardBytes: 1_000 }, {}],
  ['a request', {}, { isRollOverRequested: true }],
])('%s starts the next generation, and then seals the previous one', async (_reason, change, mark) => {
  const { caretaker, done, state, all } = aWorld(['2026-11-14'])
  Object.assign(state, change)
  Object.assign(all[0] as Generation, mark)
  await caretaker.tick()
  expect(done).toEqual([`create 2 ${state.today}`, 'open 2', 'block 1', 'seal 1'])
})

test('keeps the open alias for an hour after the next generation started', async () => {
  const { caretaker, all, open } = aWorld(['2026-11-12', '2026-11-13', '2026-11-14'])
  const startedAt = (number: number, time: string) => {
    Object.assign(all[number - 1] as Generation, { openedAt: new Date(time) })
  }
  startedAt(2, '2026-11-14T10:59:00Z')
  startedAt(3, '2026-11-14T11:01:00Z')
  await caretaker.tick()
  expect([...open]).toEqual([2, 3])
  startedAt(3, '2026-11-14T11:00:00Z')
  await caretaker.tick()
  expect([...open]).toEqual([3])
})

test.each(['create', 'open', 'block', 'seal'])('resumes after an interruption before %s', async (step) => {
  const { caretaker, state, all } = aWorld(['2026-11-14'])
  state.today = '2026-11-15'
  state.isCutOffBefore = step
  await expect(caretaker.tick()).rejects.toThrow('killed')
  state.isCutOffBefore = ''
  await caretaker.tick()
  expect(all.map(({ number, isSealed }) => [number, isSealed])).toEqual([
    [1, true],
    [2, false],
  ])
})

test('removes generations older than the retention one at a time, after moving their quiet streams', async () => {
  const { caretaker, done, placed } = aWorld(['2026-10-01', '2026-10-02', '2026-11-14'])
  await caretaker.tick()
  expect(done).toEqual([
    'remove 1',
    'delete 1',
    'forget 1',
    'silent since 2026-10-01',
    'uncovered before 2026-10-02',
    'deleted 1',
  ])
  expect(placed).toEqual([{ probeId: 1, stream: 'quiet', firstSequence: 42, generation: 2 }])
})

test('removes the oldest generation when the disk is full, even within the retention', async () => {
  const { caretaker, done, state, holds } = aWorld(['2026-11-10', '2026-11-13', '2026-11-14'])
  state.diskShare = 0.81
  await caretaker.tick()
  expect(done).toEqual([
    'remove 1',
    'delete 1',
    'forget 1',
    'silent since 2026-11-10',
    'uncovered before 2026-11-13',
    'deleted 1',
  ])
  expect([...holds]).toEqual([])
})

test('raises a hold when the disk is full and no generation is older than a day, and lifts it when there is room', async () => {
  const { caretaker, done, state, holds } = aWorld(['2026-11-13', '2026-11-14'])
  state.diskShare = 0.81
  await caretaker.tick()
  expect(done).toEqual([])
  expect([...holds]).toEqual(['engine-disk-full'])
  state.diskShare = 0.79
  await caretaker.tick()
  expect([...holds]).toEqual([])
})

test('never removes the generation that is being written', async () => {
  const { caretaker, done, state } = aWorld(['2026-09-01'], '2026-09-01')
  state.diskShare = 0.99
  await caretaker.tick()
  expect(done).toEqual([])
})

test('applies a changed retention in the next round', async () => {
  const { caretaker, done, state } = aWorld(['2026-11-01', '2026-11-10', '2026-11-14'])
  await caretaker.tick()
  expect(done).toEqual([])
  state.retention = { days: 7, diskLimit: 0.8 }
  await caretaker.tick()
  await caretaker.tick()
  expect(done).toEqual([
    'remove 1',
    'delete 1',
    'forget 1',
    'silent since 2026-11-01',
    'uncovered before 2026-11-10',
    'deleted 1',
  ])
})

test('applies a changed disk limit in the next round', async () => {
  const { caretaker, state, holds } = aWorld(['2026-11-13', '2026-11-14'])
  state.diskShare = 0.6
  await caretaker.tick()
  expect([...holds]).toEqual([])
  state.retention = { days: 30, diskLimit: 0.5 }
  await caretaker.tick()
  expect([...holds]).toEqual(['engine-disk-full'])
})

test('removes nothing while the retention cannot be read', async () => {
  const { caretaker, done, state } = aWorld(['2020-01-01', '2026-11-14'])
  state.retention = undefined
  await expect(caretaker.tick()).rejects.toThrow('not known')
  expect(done).toEqual([])
})

test.each(['delete', 'forget', 'silent', 'deleted'])(
  'a removal that is interrupted before %s is completed in the next round',
  async (step) => {
    const { caretaker, state, done } = aWorld(['2026-10-01', '2026-11-14'])
    state.isCutOffBefore = step
    await expect(caretaker.tick()).rejects.toThrow('killed')
    state.isCutOffBefore = ''
    await caretaker.tick()
    await caretaker.tick()
    expect(done).toContain('delete 1')
    expect(done).toContain('forget 1')
    expect(done.filter((each) => each === 'deleted 1')).toHaveLength(1)
  },
)
