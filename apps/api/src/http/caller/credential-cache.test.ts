import { expect, test } from 'vitest'
import { aLiveCredential } from '../../../test/people/a-credential.ts'
import type { LiveCredential } from './authenticate.ts'
import { createCredentialCache } from './credential-cache.ts'

const olga = aLiveCredential({ username: 'olga' })
const credential = { via: 'token', hash: Buffer.alloc(32, 1) } as const

function aLookup(answers: (LiveCredential | 'absent' | Error)[]) {
  const clock = { now: 0 }
  const touched: string[] = []
  let asked = 0
  const lookup = {
    async findLive() {
      const answer = answers[asked++] ?? 'absent'
      if (answer instanceof Error) throw answer
      return answer
    },
    async touch(_credential: object, id: number, address: string) {
      touched.push(`${id} ${address}`)
    },
  }
  return { clock, touched, asked: () => asked, cache: createCredentialCache(lookup, () => clock.now) }
}

test('caches a live session for half a second', async () => {
  const { clock, asked, cache } = aLookup([olga, 'absent'])
  expect(await cache.findLive(credential)).toEqual(olga)
  clock.now = 499
  expect(await cache.findLive(credential)).toEqual(olga)
  expect(asked()).toBe(1)
  clock.now = 500
  expect(await cache.findLive(credential)).toBe('absent')
})

test('caches the same secret separately for each kind', async () => {
  const { cache } = aLookup([olga, 'absent'])
  expect(await cache.findLive(credential)).toEqual(olga)
  expect(await cache.findLive({ ...credential, via: 'cookie' })).toBe('absent')
})

test('concurrent callers share one lookup', async () => {
  const { asked, cache } = aLookup([olga])
  await Promise.all([cache.findLive(credential), cache.findLive(credential), cache.findLive(credential)])
  expect(asked()).toBe(1)
})

test('does not cache an absent credential or a failure', async () => {
  const { cache } = aLookup(['absent', new Error('gone'), olga])
  expect(await cache.findLive(credential)).toBe('absent')
  await expect(cache.findLive(credential)).rejects.toThrow('gone')
  expect(await cache.findLive(credential)).toEqual(olga)
})

test('a fresh lookup or a forgotten credential bypasses the cache', async () => {
  const confirmed = { ...olga, isConfirmed: true }
  const { cache } = aLookup([olga, confirmed, 'absent'])
  await cache.findLive(credential)
  expect(await cache.findLive(credential, true)).toEqual(confirmed)
  expect(await cache.findLive(credential)).toEqual(confirmed)
  cache.forget(credential.hash)
  expect(await cache.findLive(credential)).toBe('absent')
})

test('records one use per cached credential', async () => {
  const { touched, cache } = aLookup([{ ...olga, isUseStale: true }])
  await cache.findLive(credential)
  await cache.touch(credential, 7, '192.0.2.7')
  expect(await cache.findLive(credential)).toMatchObject({ isUseStale: false })
  expect(touched).toEqual(['7 192.0.2.7'])
})
