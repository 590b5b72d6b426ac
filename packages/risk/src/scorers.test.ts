import { expect, test } from 'vitest'
import { firstPolicy } from './first-policy.ts'
import { createScorers } from './scorers.ts'

test('reads each version once, and never the first', async () => {
  const asked: number[] = []
  const scorers = createScorers({
    find: async (version) => {
      asked.push(version)
      return { ...firstPolicy, version }
    },
  })
  await scorers.of([1, 1, 3, 3])
  expect([...(await scorers.of([1, 3]))].map(([version, scorer]) => [version, scorer.version])).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(asked).toEqual([3])
})

test('reports a missing version and uses the previous one', async () => {
  const missing: number[][] = []
  const scorers = createScorers({ find: async () => ({ ...firstPolicy, version: 2 }) }, (...each) => missing.push(each))
  expect((await scorers.of([7])).get(7)?.version).toBe(2)
  expect(missing).toEqual([[7, 2]])
})

test('fails on an unreadable version instead of guessing', async () => {
  const scorers = createScorers({ find: () => Promise.reject(new Error('the store is away')) })
  await expect(scorers.of([2])).rejects.toThrow('away')
  expect((await scorers.of([1])).size).toBe(1)
})
