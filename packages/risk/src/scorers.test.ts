import { expect, test } from 'vitest'
import { firstPolicy } from './first-policy.ts'
import { createScorers } from './scorers.ts'

test('each version is read once, and the first one never', async () => {
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

test('a version that the store lacks is told, and the one before it is used', async () => {
  const missing: number[][] = []
  const scorers = createScorers({ find: async () => ({ ...firstPolicy, version: 2 }) }, (...each) => missing.push(each))
  expect((await scorers.of([7])).get(7)?.version).toBe(2)
  expect(missing).toEqual([[7, 2]])
})

test('a version that cannot be read is no reason to guess', async () => {
  const scorers = createScorers({ find: () => Promise.reject(new Error('the store is away')) })
  await expect(scorers.of([2])).rejects.toThrow('away')
  expect((await scorers.of([1])).size).toBe(1)
})
