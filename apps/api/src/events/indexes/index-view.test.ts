import type { IndexState, IndexTimes } from '@watchpost/engine'
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
  const asked: string[] = []
  let isAway = false
  const answer = <T>(value: T) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(value))
  const ports = {
    survey: {
      list: () => answer(indexes),
      timesOf: (name: string): Promise<IndexTimes | 'gone'> => {
        asked.push(name)
        const number = Number(name.at(-1))
        return answer({ least: from + number * day, greatest: from + (number + 1) * day - 1 })
      },
      processors: () => answer(2),
    },
    generations: {
      list: () => answer(indexes.map(({ generation: { number } }) => ({ number, isSealed: sealed.includes(number) }))),
    },
    logger: createLogger('api', 'silent'),
  }
  return { view: createIndexView({ ...ports, now: () => from + 3 * day }, ''), asked, goAway: () => (isAway = true) }
}
const lastDays = { from: from + 5 * day, to: undefined }

test('before the first look everything is asked, and nothing is said of the cost', () => {
  const { view } = aView([state(1)], [1])
  expect(view.choose(['malware'], lastDays).target).toBe('malware')
  expect(view.costInputs(['malware'])).toBeUndefined()
})

test('what is written down as sealed is looked at once, and left out where it can hold nothing', async () => {
  const { view, asked } = aView([state(1), state(2), state(5), state(6)], [1, 2, 5])
  await view.refresh()
  await view.refresh()
  expect(asked.map((name) => name.at(-1))).toEqual(['1', '2', '5'])
  expect(view.choose(['malware'], lastDays)).toEqual({
    target: 'malware-*.*.*-*,-malware-*-000001,-malware-*-000002',
    shards: 2,
  })
})

test('what the engine has blocked but nobody has written down is asked', async () => {
  const { view } = aView([state(1), state(2)], [])
  await view.refresh()
  expect(view.choose(['malware'], lastDays).target).toBe('malware')
})

test('a view that cannot be renewed serves on', async () => {
  const { view, goAway } = aView([state(1), state(6)], [1])
  await view.refresh()
  goAway()
  await expect(view.refresh()).rejects.toThrow('away')
  expect(view.choose(['malware'], lastDays).target).toContain('-malware-*-000001')
})

test('the cost is told for all that there is, by arrival', async () => {
  const { view } = aView([state(1, 10), state(2, 20)], [1])
  await view.refresh()
  expect(view.costInputs(['malware'])).toEqual({
    documents: 30,
    shards: 2,
    cores: 2,
    oldest: from + day,
    spans: [
      { from: from + day, to: from + 2 * day, documents: 10 },
      { from: from + 2 * day, to: from + 3 * day, documents: 20 },
    ],
  })
  expect(view.costInputs(['network_events'])).toEqual({ documents: 0, shards: 0, cores: 2 })
})

test('bounds within the same hour are the same choice', async () => {
  const { view } = aView([state(1), state(6)], [1])
  await view.refresh()
  const choice = view.choose(['malware'], { from: from + 5 * day + 1, to: undefined })
  expect(view.choose(['malware'], { from: from + 5 * day + 59 * 60_000, to: undefined })).toBe(choice)
})
