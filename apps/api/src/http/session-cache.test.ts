import { expect, test } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const olga = { accountId: 1, username: 'olga', role: 'operator' } as const
const hash = new Uint8Array(32).fill(1)

function aLookup(answers: (typeof olga | 'absent' | Error)[]) {
  const clock = { now: 0 }
  let asked = 0
  const sessions = {
    async findLive() {
      const answer = answers[asked++] ?? 'absent'
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { clock, asked: () => asked, cache: createSessionCache(sessions, () => clock.now) }
}

test('a live session is remembered for less than a second', async () => {
  const { clock, asked, cache } = aLookup([olga, 'absent'])
  expect(await cache.findLive(hash)).toEqual(olga)
  clock.now = 999
  expect(await cache.findLive(hash)).toEqual(olga)
  expect(asked()).toBe(1)
  clock.now = 1_000
  expect(await cache.findLive(hash)).toBe('absent')
})

test('callers of the same moment share one question', async () => {
  const { asked, cache } = aLookup([olga])
  await Promise.all([cache.findLive(hash), cache.findLive(hash), cache.findLive(hash)])
  expect(asked()).toBe(1)
})

test('what is absent or fails is asked again at once', async () => {
  const { cache } = aLookup(['absent', new Error('gone'), olga])
  expect(await cache.findLive(hash)).toBe('absent')
  await expect(cache.findLive(hash)).rejects.toThrow('gone')
  expect(await cache.findLive(hash)).toEqual(olga)
})
