import type { IndexState, IndexTimes, SampleWish, TimeSpan } from '@watchpost/engine'
import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createIndexView } from './index-view.ts'

const day = 86_400_000
const from = Date.parse('2026-11-10')

function state(number: number, documents = 100): IndexState {
  const date = new Date(from + number * day).toISOString().slice(0, 10)
  return {
    name: `malware-${date.replaceAll('-', '.')}-00000${number}`,
    uuid: `uuid-${number}`,
    family: 'malware',
    generation: { number, day: date },
    shards: 1,
    documents,
    sizeBytes: 1,
    isSealed: true,
  }
}

function aView(indexes: IndexState[], sealed: number[]) {
  let time = from + 3 * day
  const asked: string[] = []
  const profiled: string[] = []
  let isAway = false
  const answer = <T>(value: T) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(value))
  const ports = {
    survey: {
      list: () => answer(indexes),
      openIndexes: () => answer(new Set(indexes.slice(-1).map(({ name }) => name))),
      timesOf: (name: string): Promise<IndexTimes | 'gone'> => {
        asked.push(name)
        const number = Number(name.at(-1))
        return answer({ least: from + number * day, greatest: from + (number + 1) * day - 1 })
      },
      profileOf: (name: string): Promise<TimeSpan[] | 'gone'> => {
        profiled.push(name)
        const begin = from + Number(name.at(-1)) * day
        return answer([
          { from: begin - 7 * day, to: begin - 6 * day - 1, documents: 15_000 },
          { from: begin, to: begin + day - 1, documents: 5_000 },
        ])
      },
      sampleOf: (_name: string, { wanted }: SampleWish): Promise<unknown[]> =>
        answer(Array.from({ length: wanted }, (_, at) => ({ sha: at, state: 'done' }))),
      processors: () => answer(2),
    },
    generations: {
      list: () => answer(indexes.map(({ generation: { number } }) => ({ number, isSealed: sealed.includes(number) }))),
    },
    logger: createLogger('api', 'silent'),
  }
  const view = createIndexView({ ...ports, now: () => time }, '')
  return { view, asked, profiled, goAway: () => (isAway = true), wait: (ms: number) => (time += ms) }
}
const lastDays = { from: from + 5 * day, to: undefined }

test('searches everything and gives no estimate before the first survey', () => {
  const { view } = aView([state(1)], [1])
  expect(view.choose(['malware'], lastDays).target).toBe('malware')
  expect(view.costInputs(['malware'])).toBeUndefined()
})

test('reads an index that is recorded as sealed once, and skips it where it cannot contain a hit', async () => {
  const { view, asked } = aView([state(1), state(2), state(5), state(6)], [1, 2, 5])
  await view.refresh()
  await view.refresh()
  expect(asked.map((name) => name.at(-1))).toEqual(['1', '2', '5'])
  expect(view.choose(['malware'], lastDays)).toEqual({
    target: 'malware-2026.11.15-000005,malware-2026.11.16-000006,malware-open',
    shards: 2,
  })
})

test('searches an index that is blocked in the engine but not recorded as sealed', async () => {
  const { view } = aView([state(1), state(2)], [])
  await view.refresh()
  expect(view.choose(['malware'], lastDays).target).toBe('malware')
})

test('keeps serving a view that cannot be refreshed', async () => {
  const { view, goAway, wait } = aView([state(1), state(6)], [1])
  await view.refresh()
  goAway()
  await expect(view.refresh()).rejects.toThrow('away')
  expect(view.choose(['malware'], lastDays).target).toBe('malware-2026.11.16-000006,malware-open')
  // By now a generation may have been started and sealed that the view does not know.
  wait(5 * 60_000)
  expect(view.choose(['malware'], lastDays).target).toBe('malware-*.*.*-*,-malware-*-000001')
})

test('estimates the cost over all indexes', async () => {
  const { view } = aView([state(1, 10), state(2, 20)], [1])
  await view.refresh()
  const inputs = view.costInputs(['malware'])
  expect(inputs).toMatchObject({ documents: 30, shards: 2, cores: 2, oldest: from + day })
  expect(view.costInputs(['network_events'])).toEqual({ documents: 0, shards: 0, cores: 2 })
})

test('counts unread documents of an open index at any time, of a sealed index within its range', async () => {
  const { view, profiled } = aView([state(1, 20_000), state(2, 20_500)], [1])
  await view.refresh()
  const count = (first: number, last: number) =>
    view.costInputs(['malware'])?.timeline?.documentsIn({ from: from + first * day, to: from + last * day })
  expect(count(1.2, 1.3)).toBe(40_500)
  expect(count(-5.9, -5.8)).toBe(20_500)

  await view.readTimes()
  expect(profiled.map((name) => name.at(-1))).toEqual(['2', '1'])
  // The week before, plus the documents that the open index received since then.
  expect(count(-5.9, -5.8)).toBe(15_000 + 500)
  expect(count(1.2, 1.3)).toBe(5_000 + 500)
  expect(count(-3, -2)).toBe(500)
})

test('keeps the times that were read while the engine is unavailable', async () => {
  const { view, goAway } = aView([state(1, 20_000), state(2, 20_000)], [1])
  await view.refresh()
  await view.readTimes()
  const timeline = view.costInputs(['malware'])?.timeline
  goAway()
  await expect(view.refresh()).rejects.toThrow('away')
  expect(view.costInputs(['malware'])?.timeline).toBe(timeline)
})

test('makes the same choice for bounds within the same hour', async () => {
  const { view } = aView([state(1), state(6)], [1])
  await view.refresh()
  const choice = view.choose(['malware'], { from: from + 5 * day + 1, to: undefined })
  expect(view.choose(['malware'], { from: from + 5 * day + 59 * 60_000, to: undefined })).toBe(choice)
})
